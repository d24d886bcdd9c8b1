import type { SignDetail } from '@moqi/api/task'
import { AttachmentList } from '../../kit/contract/attachment-list.tsx'
import { useAskedPapers } from '../../kit/contract/use-asked-papers.ts'
import { PartyChip, partyColour } from '../../kit/party/party-chip.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import './attachments-tab.css'

/** What came with the contract, and for its initiator and each party what that party was asked for and handed in. */
export function AttachmentsTab({ detail }: { detail: SignDetail }) {
  const { attachmentArray, papersAsked } = detail
  return (
    <>
      {attachmentArray.length > 0 && (
        <section aria-labelledby="attached-heading">
          {papersAsked === 1 && (
            <h2 id="attached-heading" className="h2">
              合同附件
            </h2>
          )}
          <AttachmentList files={attachmentArray} />
        </section>
      )}
      {papersAsked === 1 && <AskedPapers detail={detail} />}
    </>
  )
}

function AskedPapers({ detail }: { detail: SignDetail }) {
  const { data, error, isFetching, refetch } = useAskedPapers(detail)
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Skeleton rows={3} height={32} />
  const parties = detail.signerArray.filter(({ signerNo }) => data.paperArray.some((one) => one.signerNo === signerNo))
  return (
    <section className="handed" aria-labelledby="handed-heading">
      <h2 id="handed-heading" className="h2">
        签署方提交的附件
      </h2>
      <p className="small muted">仅发起人与提交的一方可见，文件的 SHA-256 已写入操作记录</p>
      {parties.map(({ signerNo, signerName, companyName }) => (
        <div key={signerNo} className="handed-party">
          <PartyChip party={partyColour(signerNo)} name={signerName} company={companyName ?? undefined} />
          <ul>
            {data.paperArray
              .filter((paper) => paper.signerNo === signerNo)
              .map(({ demandNo, name, note, required, fileArray }) => (
                <li key={demandNo}>
                  <div className="handed-demand">
                    <b>{name}</b>
                    <Tag tone={fileArray.length > 0 ? 'green' : required === 1 ? 'ochre' : 'grey'}>
                      {fileArray.length > 0 ? '已提交' : required === 1 ? '待提交' : '选填，未提交'}
                    </Tag>
                  </div>
                  {note && <p className="small muted">{note}</p>}
                  {fileArray.length > 0 && <AttachmentList files={fileArray} />}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
