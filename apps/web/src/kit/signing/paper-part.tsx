import { Paperclip } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { PaperList } from './paper-list.tsx'
import type { Papers } from './use-papers.ts'

type PaperPartProps = {
  papers: Papers
  /** Submitting was tried in vain. */
  loud: boolean
}

/** What must be handed in, beside the pages; on a phone behind a line that says how far it is. */
export function PaperPart({ papers, loud }: PaperPartProps) {
  const { asked, lacking, failed, opened, open } = papers
  if (asked.length === 0 && !failed) return null
  const handed = asked.filter(({ fileArray }) => fileArray.length > 0).length
  return (
    <>
      <section className="only-desktop" aria-labelledby="papers-heading">
        <div className="spread">
          <h2 id="papers-heading" className="h2">
            提交附件
          </h2>
          <span className="small muted num">
            {handed} / {asked.length}
          </span>
        </div>
        <p className="small muted">仅发起方可见，支持 PDF、JPG、PNG</p>
        <PaperList papers={papers} loud={loud} />
      </section>
      <section className="only-phone paper-line" aria-label="附件">
        <Paperclip size={18} />
        <span className={loud && lacking.length > 0 ? 'fault' : undefined}>
          {lacking.length > 0 ? `还须提交${lacking.length}项附件` : `附件 ${handed} / ${asked.length}`}
        </span>
        <Button size="s" onClick={() => open(true)}>
          {lacking.length > 0 ? '去提交' : '查看'}
        </Button>
        {opened && (
          <Sheet title="提交附件" onClose={() => open(false)}>
            <p className="small muted">仅发起方可见，支持 PDF、JPG、PNG，可直接拍照</p>
            <PaperList papers={papers} loud={loud} />
          </Sheet>
        )}
      </section>
    </>
  )
}
