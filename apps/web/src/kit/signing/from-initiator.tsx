import type { SignDetail } from '@moqi/api/task'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { AttachmentList } from '../contract/attachment-list.tsx'
import { inOneLine } from '../contract/party-text.ts'
import './from-initiator.css'

/** What the initiator gave along: a word to this party alone, and files to read. Nothing when there is neither. */
export function FromInitiator({ detail }: { detail: SignDetail }) {
  const { privateMessage, attachmentArray } = detail
  return (
    <>
      {privateMessage !== null && (
        <section className="only-desktop" aria-labelledby="message-heading">
          <h2 id="message-heading" className="h2">
            私信
          </h2>
          <Message detail={detail} />
        </section>
      )}
      {attachmentArray.length > 0 && (
        <section className="only-desktop" aria-labelledby="attachments-heading">
          <h2 id="attachments-heading" className="h2">
            附件
          </h2>
          <AttachmentList files={attachmentArray} />
        </section>
      )}
    </>
  )
}

/** The same on a phone, behind a button. */
export function FromInitiatorButton({ detail }: { detail: SignDetail }) {
  const [open, setOpen] = useState(false)
  const { privateMessage, attachmentArray } = detail
  const parts = [privateMessage !== null && '私信', attachmentArray.length > 0 && '附件'].filter(Boolean)
  if (parts.length === 0) return null
  const title = parts.join('、')
  return (
    <span className="only-phone">
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {open && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          {privateMessage !== null && <Message detail={detail} />}
          {attachmentArray.length > 0 && <AttachmentList files={attachmentArray} />}
        </Sheet>
      )}
    </span>
  )
}

function Message({ detail: { initiatorName, privateMessage } }: { detail: SignDetail }) {
  return (
    <>
      <p className="small muted clip">{inOneLine(initiatorName)}</p>
      <p className="sign-message">{privateMessage}</p>
    </>
  )
}
