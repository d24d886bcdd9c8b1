import type { RelieveInfo } from '@moqi/api/voiding'
import { formatDate } from '@moqi/domain/time/format-date'
import { ExternalLink } from 'lucide-react'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'

const short = (sha256: string) => `${sha256.slice(0, 8)}…${sha256.slice(-8)}`

/** The contract that is to be voided, which cannot be changed. */
export function OriginCard({ info }: { info: RelieveInfo }) {
  const pages = info.fileArray.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const files = info.fileArray.length > 1 ? `${info.fileArray.length}个文件，${pages}页` : `${pages}页`
  return (
    <section className="card voiding-card" aria-labelledby="origin-heading">
      <div className="spread">
        <h2 id="origin-heading" className="h2">
          原合同
        </h2>
        {info.originSignId !== null && (
          <Link to={viewPath({ signId: info.originSignId, taskType: 'normal' })} className="link" target="_blank">
            查看原合同
            <ExternalLink size={14} />
          </Link>
        )}
      </div>
      <Facts
        facts={[
          ['名称', info.originTaskName],
          ['编号', info.originTaskNo],
          ['完成时间', formatDate(info.originFinishTime)],
          [
            '文件',
            <span key="file" className="voiding-file">
              {files}
              {info.fileArray.map(({ fileId, sha256 }) => (
                <code key={fileId} title={sha256}>
                  {short(sha256)}
                </code>
              ))}
            </span>,
          ],
        ]}
      />
    </section>
  )
}
