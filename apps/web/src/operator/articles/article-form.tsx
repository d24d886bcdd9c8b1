import {
  agreementsChapter,
  articleAudienceLabels,
  articleAudiences,
  articleLimits,
} from '@moqi/domain/help/article-text'
import { Check, Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ArticlePreview } from './article-preview.tsx'
import type { Chapter } from './use-articles.ts'
import type { Editing } from './use-editing.ts'

type FormProps = { columnId: string; chapters: readonly Chapter[]; editing: Editing }

/** The digits as a number; null for none. */
const number = (typed: string) => (/\d/.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : null)

/** Head and text of an article; where there is room, its preview beside it. */
export function ArticleForm({ columnId, chapters, editing: { text, change, faults } }: FormProps) {
  const own = chapters.filter((chapter) => chapter.columnId !== agreementsChapter)
  return (
    <div className="article-sides">
      <div className="card article-form">
        <Field
          label="标题"
          maxLength={articleLimits.title}
          value={text.title}
          error={faults.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <div className="article-places">
          <SelectField
            label="章节"
            value={text.parent}
            error={faults.parent}
            options={own.map((chapter) => ({ value: chapter.columnId, label: chapter.title }))}
            onChange={(parent) => change({ parent })}
          />
          <Field
            label="章内次序"
            inputMode="numeric"
            maxLength={3}
            value={Number.isNaN(text.order) ? '' : String(text.order)}
            error={faults.order}
            onChange={(event) => change({ order: number(event.target.value) ?? 0 })}
          />
          <Field
            label="常见问题次序"
            inputMode="numeric"
            maxLength={3}
            placeholder="不列入"
            value={text.ask === null ? '' : String(text.ask)}
            error={faults.ask}
            onChange={(event) => change({ ask: number(event.target.value) })}
          />
        </div>
        <fieldset className="article-audience">
          <legend>读者</legend>
          {articleAudiences.map((one) => (
            <Check
              key={one}
              checked={text.audience.includes(one)}
              onChange={({ target }) =>
                change({
                  audience: articleAudiences.filter((other) =>
                    other === one ? target.checked : text.audience.includes(other),
                  ),
                })
              }
            >
              {articleAudienceLabels[one]}
            </Check>
          ))}
          {faults.audience && (
            <p className="field-error" role="alert">
              {faults.audience}
            </p>
          )}
        </fieldset>
        <TextArea
          label="正文（Markdown）"
          rows={18}
          maxLength={articleLimits.body}
          spellCheck={false}
          hint="可用标题 ##、列表、表格、**加粗**、[本站链接](/file-check)；{brand}、{phone} 代表平台名称和客服电话。不支持图片和 HTML"
          value={text.body}
          error={faults.body}
          onChange={(event) => change({ body: event.target.value })}
        />
      </div>
      <div className="article-beside">
        <ArticlePreview columnId={columnId} text={text} />
      </div>
    </div>
  )
}
