import type { SignDetail } from '@moqi/api/task'
import { statusOf } from '@moqi/api/wire/contract'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { usePicture } from '../../client/picture.ts'
import { downloadContract, downloadVoidedCopy } from '../../client/download.ts'
import { Link } from '../../router/link.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import './void-pair.css'

/** The contract and the agreement that voids it side by side; the tally between them is whole once all have signed. */
export function VoidPair({ detail }: { detail: SignDetail }) {
  const isAgreement = detail.taskType === 'relieve'
  const { data: other } = useSignDetail((isAgreement ? detail.originSignId : detail.relieveSignId) ?? '')
  if (!other) return null
  const [origin, agreement] = isAgreement ? [other, detail] : [detail, other]
  const isVoid = origin.taskStatus === 'cancel'
  return (
    <section className="card void-pair" aria-label="关联文件">
      <Side
        kind="原合同"
        contract={origin}
        isOpen={!isAgreement}
        note={isVoid ? '原件字节未变，仍可验证' : '作废完成前继续有效'}
      />
      <span className="void-tally" aria-hidden="true">
        <svg width="32" height="144" viewBox="0 0 32 144" fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="M16 0v58h-9v14h18v14h-9v58" strokeDasharray={isVoid ? undefined : '4 4'} />
        </svg>
      </span>
      <Side kind="作废协议" contract={agreement} isOpen={isAgreement} note={agreementNote(agreement)} />
    </section>
  )
}

function agreementNote({ taskStatus, signerArray }: SignDetail): string {
  if (taskStatus === 'finish') return '各方已签署，原合同已作废'
  if (taskStatus !== 'signing') return '原合同继续有效'
  const active = signerArray.filter(({ signerStatus }) => !hasLeft({ state: signerStatus }))
  const signed = active.filter(({ signerStatus }) => signerStatus === 'signed')
  return `已签署 ${signed.length}/${active.length}`
}

const tones: Partial<Record<SignDetail['taskStatus'], Tone>> = { finish: 'green', signing: 'blue', cancel: 'void' }

type SideProps = { kind: string; contract: SignDetail; note: string; isOpen: boolean }

function Side({ kind, contract, note, isOpen }: SideProps) {
  const { taskName, taskNo, taskStatus } = contract
  const isVoid = taskStatus === 'cancel'
  return (
    <article className={isVoid ? 'void-file void' : 'void-file'}>
      <FirstPage contract={contract} />
      <div className="void-text">
        <span className="small muted">{kind}</span>
        <h2 className="clip" title={taskName}>
          {taskName}
        </h2>
        <span className="small muted">{taskNo}</span>
        {taskStatus !== 'deleted' && (
          <Tag tone={tones[taskStatus] ?? 'void'}>{rowStatusLabels[statusOf(taskStatus)]}</Tag>
        )}
        <span className="small muted">{note}</span>
        <SideLinks contract={contract} open={isOpen ? null : `查看${kind}`} />
      </div>
    </article>
  )
}

function FirstPage({ contract: { fileArray, signId, taskStatus } }: Pick<SideProps, 'contract'>) {
  const fileId = fileArray[0]?.fileId
  const asked = new URLSearchParams({ fileId: fileId ?? '', signId, page: '1', width: '240' })
  const picture = usePicture(fileId === undefined ? null : `/api/common/v1/file/pageImage?${asked}`)
  return (
    <div className="void-thumb" aria-hidden="true">
      {picture && <img src={picture} alt="" />}
      {taskStatus === 'cancel' && <span>已作废</span>}
    </div>
  )
}

/** `open` is the label of the way to its page, null on that page itself. */
function SideLinks({ contract, open }: Pick<SideProps, 'contract'> & { open: string | null }) {
  const isVoid = contract.taskStatus === 'cancel'
  return (
    <span className="void-links">
      {open !== null && (
        <Link to={viewPath(contract)} className="link">
          {open}
        </Link>
      )}
      {(contract.taskStatus === 'finish' || isVoid) && (
        <button type="button" className="link" onClick={() => void downloadContract(contract)}>
          {isVoid ? '下载原件' : '下载'}
          <span className="sr">：{contract.taskName}</span>
        </button>
      )}
      {isVoid && (
        <button type="button" className="link" onClick={() => void downloadVoidedCopy(contract)}>
          下载加盖“已作废”副本
        </button>
      )}
    </span>
  )
}
