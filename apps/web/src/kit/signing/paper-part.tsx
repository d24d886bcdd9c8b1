import { Paperclip } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { PaperList } from './paper-list.tsx'
import type { Papers } from './use-papers.ts'
import './paper-line.css'

type PaperProps = {
  papers: Papers
  /** Submitting was tried in vain. */
  loud: boolean
}

const handedIn = ({ asked }: Papers) => asked.filter(({ fileArray }) => fileArray.length > 0).length

/** What must be handed in, beside the pages. */
export function PaperPart({ papers, loud }: PaperProps) {
  return (
    <section className="only-desktop" aria-labelledby="papers-heading">
      <div className="spread">
        <h2 id="papers-heading" className="h2">
          提交附件
        </h2>
        <span className="small muted num">
          {handedIn(papers)} / {papers.asked.length}
        </span>
      </div>
      <p className="small muted">仅发起方可见，支持 PDF、JPG、PNG</p>
      <PaperList papers={papers} loud={loud} />
    </section>
  )
}

/** The same on a phone, behind a line that says how far it is. */
export function PaperLine({ papers, loud }: PaperProps) {
  const { asked, lacking, opened, open } = papers
  const lacks = lacking.length > 0
  return (
    <div className="only-phone">
      <div className="paper-line">
        <Paperclip size={18} />
        <span className={loud && lacks ? 'fault' : undefined}>
          {lacks ? `还须提交${lacking.length}项附件` : `已提交附件 ${handedIn(papers)} / ${asked.length}`}
        </span>
        <Button size="s" onClick={() => open(true)}>
          {lacks ? '去提交' : '查看附件'}
        </Button>
      </div>
      {opened && (
        <Sheet title="提交附件" onClose={() => open(false)}>
          <p className="small muted">仅发起方可见，支持 PDF、JPG、PNG，可直接拍照</p>
          <PaperList papers={papers} loud={loud} />
        </Sheet>
      )}
    </div>
  )
}
