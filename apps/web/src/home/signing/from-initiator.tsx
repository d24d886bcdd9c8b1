import type { SignDetail } from '@moqi/api/task'
import { AttachmentList } from '../contracts/attachment-list.tsx'
import './from-initiator.css'

/** What the initiator gave along: a word to this party alone, and files to read. Nothing when there is neither. */
export function FromInitiator({ detail }: { detail: SignDetail }) {
  const { privateMessage, attachmentArray, initiatorName } = detail
  return (
    <>
      {privateMessage !== null && (
        <section className="compact" aria-labelledby="message-heading">
          <h2 id="message-heading" className="h2">
            私信
          </h2>
          <p className="small muted clip">{initiatorName.split('/').join('　')}</p>
          <p className="sign-message">{privateMessage}</p>
        </section>
      )}
      {attachmentArray.length > 0 && (
        <section className="compact" aria-labelledby="attachments-heading">
          <h2 id="attachments-heading" className="h2">
            附件
          </h2>
          <AttachmentList files={attachmentArray} />
        </section>
      )}
    </>
  )
}
