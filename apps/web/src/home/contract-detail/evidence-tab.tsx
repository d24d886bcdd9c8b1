import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { FileBadge, Package, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import './evidence-tab.css'
import { type EvidenceDownload, useEvidenceDownload } from './use-evidence-download.ts'

/** What proves the signing: the report and the bundle, and what they are good for (domain.md 11.3). */
export function EvidenceTab({ detail }: { detail: Pick<SignDetail, 'signId' | 'taskName'> }) {
  const { signId } = detail
  const evidence = useQuery({
    queryKey: [...contractKeys.all, 'evidence', signId],
    queryFn: ({ signal }) => call('getEvidence', { signId }, { signal }),
  })
  const report = useEvidenceDownload('report', detail)
  const bundle = useEvidenceDownload('bundle', detail)
  if (evidence.error) return <LoadingFailed onRetry={() => void evidence.refetch()} busy={evidence.isFetching} />
  if (!evidence.data) return <Skeleton rows={3} height={72} />
  const { reportAvailable, bundleAvailable, logCount, anchorTime } = evidence.data
  if (!reportAvailable) return <p className="muted">合同结束后可以下载签署报告和证据包</p>
  return (
    <div className="evidence">
      <ul>
        <Piece
          icon={<FileBadge size={22} />}
          name="签署报告"
          download={report}
          text="各方的实名认证、意愿认证、证书、签署时间与设备，以及完整的操作日志。由平台签名，免费，即时出具。"
        />
        {bundleAvailable === 1 && (
          <Piece
            icon={<Package size={22} />}
            name="证据包"
            download={bundle}
            text="合同文件、签署报告与操作日志的证明。不联系任何服务器即可验证；含各方签署时的网络地址，请仅用于举证。"
          />
        )}
      </ul>
      <p className="evidence-log small muted">
        <ShieldCheck size={16} aria-hidden="true" />
        <span>
          操作日志{logCount}条，
          {anchorTime === null ? '下载时即时加盖时间戳' : `已于 ${formatDate(anchorTime)} 加盖时间戳`}
        </span>
      </p>
      <p className="small muted">
        报告与合同都可以在“<Link to="/file-check">验证文件</Link>
        ”页核对；其他软件显示“有效性未知”的，也在那里取得根证书。证据包解压后，按其中的 README.txt 离线验证。
      </p>
    </div>
  )
}

type PieceProps = { icon: ReactNode; name: string; text: string; download: EvidenceDownload }

function Piece({ icon, name, text, download }: PieceProps) {
  const { busy, failure, start } = download
  return (
    <li>
      <span className="evidence-icon" aria-hidden="true">
        {icon}
      </span>
      <div>
        <h2>{name}</h2>
        <p className="small muted">{text}</p>
        <p role="status" className={failure ? 'evidence-failure small' : 'small muted'}>
          {busy ? '正在生成，通常需要几秒…' : failure}
        </p>
      </div>
      <Button busy={busy} aria-label={`下载${name}`} onClick={start}>
        {failure && !busy ? '重试' : '下载'}
      </Button>
    </li>
  )
}
