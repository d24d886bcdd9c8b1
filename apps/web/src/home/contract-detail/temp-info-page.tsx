import type { SignDetail } from '@moqi/api/task'
import { ArrowLeft } from 'lucide-react'
import { usePicture } from '../../client/picture.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { later } from '../../ui/later.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { DocumentView } from '../../kit/document/document-view.tsx'
import { flowPath } from '../../kit/approval/approval-paths.ts'
import { StatusTags } from '../../kit/contract/status-tags.tsx'
import { listPath, useContractListState } from '../../kit/contract/contract-list-state.ts'
import { NoDetail } from '../../kit/contract/no-detail.tsx'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { useWaitLeft } from '../../ui/use-wait-left.ts'
import { detailFacts } from './detail-facts.ts'
import { DeliveryList } from './delivery-list.tsx'
import { DetailOperations } from './detail-operations.tsx'
import { Fingerprint } from './fingerprint.tsx'
import { LogLine } from './log-line.tsx'
import { ProgressLine } from './progress-line.tsx'
import { standingOf } from './standing.ts'
import './temp-info.css'
import { AttachmentsTab } from './attachments-tab.tsx'
import { VoidPair } from './void-pair.tsx'
import { TabBar, type TabItem } from './tab-bar.tsx'

const EvidenceTab = later(async () => (await import('./evidence-tab.tsx')).EvidenceTab)

/** One contract: 签署进度 合同预览 基本信息 操作记录 附件 (checklist R28, domain.md 7.3). */
export function TempInfoPage() {
  const [params] = useSearchParams()
  const detail = useSignDetail(params.get('signId') ?? '')
  if (detail.data) return <Contract detail={detail.data} />
  if (detail.error)
    return <NoDetail error={detail.error} busy={detail.isFetching} onRetry={() => void detail.refetch()} />
  return (
    <div role="status" aria-label="正在加载" aria-busy="true" className="detail-loading">
      <Skeleton height={28} />
      <div className="detail">
        <Skeleton rows={1} height={520} />
        <Skeleton rows={8} height={24} />
      </div>
    </div>
  )
}

/** While it waits for others, or where it ended badly, people come to see whom it waits for and why. */
const firstTab = ({ status }: SignDetail, standing: ReturnType<typeof standingOf>) =>
  standing === null || standing.tone === 'green' || status === 'iSign' ? 'preview' : 'progress'

/** Whether the viewer has asked for the use of a seal, and the contract waits for what becomes of it. */
const appliesFor = ({ taskStatus, signerArray, ownSignerNo }: SignDetail): boolean =>
  taskStatus === 'signing' &&
  signerArray.some(
    ({ signerNo, signerStatus }) =>
      signerNo === ownSignerNo && (signerStatus === 'approving' || signerStatus === 'approvalFailed'),
  )

function Contract({ detail }: { detail: SignDetail }) {
  const [params, setParams] = useSearchParams()
  // Beside the tabs where there is room, else one of them.
  const beside = !usePhone()
  const tabs = tabsOf(detail).filter(({ key }) => key !== 'info' || !beside)
  const wanted = params.get('tab')
  const standing = standingOf(detail, useWaitLeft(detail.urgeWait ?? 0))
  const current = tabs.find(({ key }) => key === wanted)?.key ?? firstTab(detail, standing)
  const choose = (tab: string) => {
    const next = new URLSearchParams(params)
    next.set('tab', tab)
    setParams(next, { replace: true, keepScroll: true })
  }
  const back = listPath(useContractListState())
  return (
    <>
      <div className="detail-head">
        <Link to={back} className="icon-btn" aria-label="返回合同列表">
          <ArrowLeft size={20} />
        </Link>
        <h1 className="clip" title={detail.taskName}>
          {detail.taskName || '未命名合同'}
        </h1>
        <StatusTags row={detail} />
        <DetailOperations detail={detail} />
      </div>
      {standing && (
        <section className={`card standing standing-${standing.tone}`} aria-label="进度">
          <p className="standing-title">{standing.title}</p>
          {standing.say && <p className="standing-say">{standing.say}</p>}
          {appliesFor(detail) && (
            <Link to={flowPath(detail.signId)} className="link standing-way">
              查看审批进度
            </Link>
          )}
        </section>
      )}
      {(detail.relieveSignId ?? detail.originSignId) !== null && <VoidPair detail={detail} />}
      <div className="detail">
        <section className="card detail-main" aria-label="合同">
          <TabBar id="contract" label="合同内容" tabs={tabs} current={current} onChoose={choose} />
        </section>
        <aside className="only-desktop" aria-label="合同摘要">
          {current !== 'preview' && <FirstPage detail={detail} onPress={() => choose('preview')} />}
          <section className="card detail-facts" aria-labelledby="facts-heading">
            <h2 id="facts-heading" className="h2">
              基本信息
            </h2>
            <Facts detail={detail} />
          </section>
        </aside>
      </div>
    </>
  )
}

/** States with something to prove. */
const ended: ReadonlySet<string> = new Set(['finish', 'cancel', 'reject', 'recall', 'expired'])

function tabsOf(detail: SignDetail): TabItem[] {
  const { fileArray, attachmentArray, papersAsked } = detail
  const bytes = fileArray.map(({ sha256 }) => sha256).join()
  const tabs: TabItem[] = [
    { key: 'progress', label: '签署进度', children: <Progress detail={detail} /> },
    {
      key: 'preview',
      label: '合同预览',
      children: fileArray.length > 0 ? <DocumentView key={bytes} files={fileArray} label="合同内容" /> : <NoFile />,
    },
    { key: 'info', label: '基本信息', children: <Facts detail={detail} /> },
    { key: 'log', label: '操作记录', children: <LogLine detail={detail} /> },
  ]
  if (ended.has(detail.taskStatus)) {
    tabs.push({ key: 'evidence', label: '证据', children: <EvidenceTab detail={detail} /> })
  }
  if (attachmentArray.length === 0 && papersAsked === 0) return tabs
  return [...tabs, { key: 'attachments', label: '附件', children: <AttachmentsTab detail={detail} /> }]
}

/** The progress line, and below it for the initiator whether each party was reached. */
const Progress = ({ detail }: { detail: SignDetail }) => (
  <>
    <ProgressLine detail={detail} />
    {detail.detailOperationArray.includes('recall') && <DeliveryList detail={detail} />}
  </>
)

const NoFile = () => <p className="muted detail-none">还没有上传合同文件</p>

function Facts({ detail }: { detail: SignDetail }) {
  const now = useNow()
  return (
    <>
      <dl>
        {detailFacts(detail, now).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {detail.fileArray.map((file) => (
        <Fingerprint key={file.fileId} file={file} named={detail.fileArray.length > 1} />
      ))}
    </>
  )
}

/** The first page as a picture that opens the preview. */
function FirstPage({ detail, onPress }: { detail: SignDetail; onPress: () => void }) {
  const file = detail.fileArray[0]
  const query = new URLSearchParams({ fileId: file?.fileId ?? '', signId: detail.signId, page: '1', width: '480' })
  const url = usePicture(file ? `/api/common/v1/file/pageImage?${query}` : null)
  if (!file) return null
  const pages = detail.fileArray.reduce((sum, { pageCount }) => sum + pageCount, 0)
  return (
    <button type="button" className="card detail-doc" onClick={onPress}>
      <span className="sr">合同预览，共{pages}页</span>
      {url && <img src={url} alt="" />}
    </button>
  )
}
