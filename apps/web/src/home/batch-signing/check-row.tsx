import type { BatchSignRow } from '@moqi/api/batch-signing'
import { type BatchNeed, legalSealText } from '@moqi/domain/contract/batch-sign'
import { lacksGrant } from '@moqi/domain/contract/lacking-seal'
import {
  BookOpen,
  CircleCheck,
  FilePenLine,
  Lock,
  Paperclip,
  PenLine,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { packFrom } from '../../client/own-path.ts'
import type { Space } from '../../client/space-store.ts'
import { signPath, viewPath } from '../../kit/contract/contract-paths.ts'
import { Link } from '../../router/link.tsx'
import { Select } from '../../ui/select.tsx'
import { type BatchChoices, type Picks, pickOf, sealKindOf, sealsToChoose } from './batch-choices.ts'

/** What the rows of the check are shown with, as a table or as cards. */
export type CheckRowsProps = {
  rows: readonly BatchSignRow[]
  /** The contracts that are not to be signed. */
  left: ReadonlySet<string>
  choices: BatchChoices
  /** Whether a seal is chosen for each. */
  each: boolean
  now: number
  /** The address of this page, to come back to. */
  here: string
  space: Space
  onTake: (signId: string, taken: boolean) => void
  onPick: (signId: string, own: Picks) => void
  onRead: (row: BatchSignRow) => void
  /** A seal is to be asked for. */
  onAsk: (row: BatchSignRow) => void
}

/** What a contract is called; one that is not there has no name. */
export const nameOf = ({ taskName }: Pick<BatchSignRow, 'taskName'>) => taskName || '合同'

/** Whether a contract is signed with the others: only one that waits for nothing may be. */
export function TakeBox({ row, left, onTake }: Pick<CheckRowsProps, 'left' | 'onTake'> & { row: BatchSignRow }) {
  const ready = row.signBeforeCheck === 1
  return (
    <label className="batch-take">
      <input
        type="checkbox"
        className="checkbox"
        aria-label={`签署：${nameOf(row)}`}
        disabled={!ready}
        checked={ready && !left.has(row.signId)}
        onChange={(event) => onTake(row.signId, event.target.checked)}
      />
    </label>
  )
}

const looks: Record<BatchNeed, { tone: string; Icon: LucideIcon }> = {
  nothing: { tone: 'green', Icon: CircleCheck },
  flags: { tone: 'ochre', Icon: TriangleAlert },
  reading: { tone: 'ochre', Icon: BookOpen },
  papers: { tone: 'ochre', Icon: Paperclip },
  fillIn: { tone: 'ochre', Icon: PenLine },
  handwriting: { tone: 'ochre', Icon: PenLine },
  seal: { tone: 'ochre', Icon: PenLine },
  approval: { tone: 'ochre', Icon: FilePenLine },
  turn: { tone: 'muted', Icon: Lock },
}

/** What a contract waits for, in its own words. */
export function CheckState({ row }: { row: BatchSignRow }) {
  const signed = row.signerStatus === 'signed'
  const { tone, Icon } = signed ? looks.nothing : looks[row.batchNeed]
  return (
    <span className={`batch-state ${tone}`}>
      <Icon size={16} aria-hidden="true" />
      <span>{signed ? '您已签署' : row.signBeforeCheckInfo || '可以签署'}</span>
    </span>
  )
}

const ways: Partial<Record<BatchNeed, string>> = {
  flags: '去确认',
  reading: '去阅读',
  papers: '去提交',
  fillIn: '去填写',
  handwriting: '去手写',
  seal: '去签署页',
  approval: '去申请',
}

/** The address of the page on which what a contract waits for is done, leading back `here`. */
export const doPath = (row: Pick<BatchSignRow, 'signId' | 'taskName'>, space: Space, here: string) =>
  `${signPath(row, space)}&from=${encodeURIComponent(packFrom(here))}`

/** Whose seals a contract waits for that somebody may grant; null when it waits for something else. */
export const grantWaitedFor = (row: BatchSignRow): 'company' | 'legal' | null =>
  row.signerStatus === 'signed' || row.batchNeed === 'approval' || !lacksGrant(row.signBeforeCheckInfo)
    ? null
    : row.signBeforeCheckInfo === legalSealText
      ? 'legal'
      : 'company'

/** The one thing to do with a contract: what it waits for, to read it here, or to look at it. */
export function CheckAct({
  row,
  space,
  here,
  onRead,
  onAsk,
}: Pick<CheckRowsProps, 'space' | 'here' | 'onRead' | 'onAsk'> & { row: BatchSignRow }) {
  const way = row.signerStatus === 'signed' ? undefined : ways[row.batchNeed]
  const label = `：${nameOf(row)}`
  if (row.taskName === '') return <span className="muted">—</span>
  if (grantWaitedFor(row))
    return (
      <button type="button" className="link" aria-label={`申请授权${label}`} onClick={() => onAsk(row)}>
        申请授权
      </button>
    )
  if (way)
    return (
      <Link className="link" to={doPath(row, space, here)} aria-label={way + label}>
        {way}
      </Link>
    )
  if (row.signerStatus === null || row.positionArray.length === 0)
    return (
      <Link className="link" to={viewPath({ signId: row.signId, taskType: 'normal' })} aria-label={`查看${label}`}>
        查看
      </Link>
    )
  return (
    <button type="button" className="link" aria-label={`查看${label}`} onClick={() => onRead(row)}>
      查看
    </button>
  )
}

/** The seal for one contract. */
export function SealChoice({
  row,
  choices,
  now,
  onPick,
}: Pick<CheckRowsProps, 'choices' | 'now' | 'onPick'> & { row: BatchSignRow }) {
  if (row.signBeforeCheck !== 1) return <span className="muted">—</span>
  const kind = sealKindOf(row)
  if (kind === null) return <span>手写签名</span>
  const seals = sealsToChoose(row, kind, now)
  const picked = pickOf(row, kind, choices, now)
  if (seals.length < 2) return <span className="clip">{picked?.sealName ?? '—'}</span>
  return (
    <Select
      size="s"
      className="batch-seal"
      aria-label={`印章：${nameOf(row)}`}
      value={picked?.sealId ?? ''}
      options={seals.map(({ sealId, sealName }) => ({ value: sealId, label: sealName }))}
      onChange={(sealId) => onPick(row.signId, { ...choices.own[row.signId], [kind]: sealId })}
    />
  )
}
