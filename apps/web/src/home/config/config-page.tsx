import { showRefusal } from '../../client/call-error.ts'
import { type Language, spokenHere } from '../../client/language.ts'
import { choose, keep, usePreference, usualPageSize } from '../../client/preference.ts'
import { speak } from '../../client/speak.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import './config.css'
import { DefaultSpaceField } from './default-space-field.tsx'
import { NoticeCard } from './notice-card.tsx'

const sizes = [10, 20, 50] as const
const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const

/** /user/config (checklist R41): what one is told of by which channels, rows a page, the language, where one begins. */
export function ConfigPage() {
  const pageSize = usePreference(usualPageSize)
  const language = usePreference(({ chosen }) => chosen?.language ?? spokenHere())
  return (
    <>
      <NoticeCard />
      <section className="card config-card" aria-labelledby="config-look">
        <h2 id="config-look" className="h2">
          显示
        </h2>
        <div className="config-fields">
          <SelectField
            label="合同列表每页条数"
            value={pageSize}
            options={sizes.map((size) => ({ value: size, label: `${size}条/页` }))}
            onChange={(size) => {
              choose({ listPageSize: size })
              success('已保存')
            }}
          />
          <SelectField
            label="语言 / Language"
            hint="整个界面使用所选语言；合同、协议和帮助文章保持原文。登录后在任何浏览器生效"
            value={language}
            options={languages}
            onChange={(chosen) => void change(chosen)}
          />
          <DefaultSpaceField />
        </div>
      </section>
    </>
  )
}

/** Kept first: the page comes anew in the language, and would leave behind what is under way. */
async function change(language: Language) {
  await keep({ language }).then(() => speak(language), showRefusal)
}
