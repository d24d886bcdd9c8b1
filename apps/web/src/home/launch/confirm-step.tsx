import type { Position } from '@moqi/api/shapes'
import { signOrderLabels } from '@moqi/domain/labels/log-verbs'
import { signKindLabels } from '@moqi/domain/contract/sign-kind'
import { willKindLabel } from '@moqi/domain/contract/will-kind'
import { formatDate } from '@moqi/domain/time/format-date'
import { BellRing, Info } from 'lucide-react'
import { useVisit } from '../../client/visit.ts'
import { readAmount, yuan } from '../../ui/amount.ts'
import { partyColour, PartyChip } from '../../kit/party/party-chip.tsx'
import { areaLabel, areaOrder } from '../../kit/placing/area-kinds.ts'
import { partyName, turnsOf, type DraftParty, type LaunchDraft } from '../../kit/draft/draft.ts'
import { BuyLink } from '../../kit/space/buy-link.tsx'
import { PreviewButton } from '../../kit/placing/party-preview.tsx'
import { PagesCard } from './pages-card.tsx'
import type { LaunchStep } from './use-launch-steps.ts'
import { useSurplus } from './use-surplus.ts'
import './confirm-step.css'

type Props = {
  draft: LaunchDraft
  areas: readonly Position[]
  /** Goes back to the step where this is changed. */
  onChange: (step: LaunchStep) => void
}

const notices = {
  order: '发送后立即通知第 1 位签署方，之后逐位通知。',
  disorder: '发送后立即通知各签署方。',
  mixed: '发送后立即通知编号为 1 的各签署方，之后按编号通知。',
}

const moments = { send: '发起时', finish: '完成后' }

/** Last step: who signs where, what it costs and when it is given back. */
export function ConfirmStep({ draft, areas, onChange }: Props) {
  const amount = readAmount(draft.amount) ?? null
  const placesOnly = useVisit(({ visit }) => visit?.placesOnly)
  const facts = [
    ['合同主题', draft.taskName],
    ['合同编号', draft.taskNo || '自动生成'],
    ['签署方式', signOrderLabels[draft.order]],
    ['签署截止时间', formatDate(draft.signExpireTime, '{y}-{m}-{d} {h}:{i}')],
    ...(draft.contractEndTime === null ? [] : [['合同到期日', formatDate(draft.contractEndTime, '{y}-{m}-{d}')]]),
    ...(amount === null ? [] : [['合同金额', `人民币${yuan(amount)}元`]]),
    ...(draft.cc.length === 0
      ? []
      : [['抄送人', draft.cc.map(({ name, when }) => `${name.trim()}（${moments[when]}）`).join('、')]]),
    ...(draft.attachments.length === 0 ? [] : [['附件', draft.attachments.map(({ fileName }) => fileName).join('、')]]),
    ...(draft.remark.trim() === '' ? [] : [['备注', draft.remark]]),
  ]
  const turns = turnsOf(draft)
  return (
    <div className="confirm">
      <section>
        <div className="spread">
          <h1 className="h1 step-title">确认发送</h1>
          <PreviewButton draft={draft} areas={areas} />
        </div>
        <p className="muted confirm-lead">发送后文件即定稿并加盖指纹，内容不可再改。</p>
        <div className="card confirm-card">
          <Heading title="合同信息" onChange={placesOnly ? undefined : () => onChange('upload')} />
          <dl className="confirm-facts">
            {facts.map(([name, value = '']) => (
              <div key={name} className={value.length > 20 ? 'wide' : undefined}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Heading title="签署方" onChange={placesOnly ? undefined : () => onChange('parties')} />
          <ol className="confirm-signers">
            {draft.parties.map((party, index) => (
              <li key={party.signerNo}>
                <b aria-hidden="true">{draft.order === 'disorder' ? '·' : turns[index]}</b>
                <Side party={party} index={index} />
                <span className="confirm-areas">
                  {areaSummary(areas.filter((area) => area.signerNo === party.signerNo))}
                  <span className="confirm-asked">{askedOf(party)}</span>
                </span>
              </li>
            ))}
          </ol>
          <p className="confirm-notice">
            <BellRing size={18} />
            {notices[draft.order]}
          </p>
        </div>
      </section>
      <aside aria-label="文件与费用">
        <PagesCard files={draft.files} />
        <Cost />
      </aside>
    </div>
  )
}

function Heading({ title, onChange }: { title: string; onChange: (() => void) | undefined }) {
  return (
    <div className="spread">
      <h2 className="h2">{title}</h2>
      {onChange && (
        <button type="button" className="link" onClick={onChange}>
          修改<span className="sr">{title}</span>
        </button>
      )}
    </div>
  )
}

function Side({ party, index }: { party: DraftParty; index: number }) {
  const company = party.kind === 'company' ? partyName(party, index) : undefined
  return <PartyChip party={partyColour(party.signerNo)} name={party.signerName} company={company} />
}

/** How this party proves its will, and what else it is asked. */
const askedOf = ({ kind, signKind, willKind, forcedReading, privateMessage, paperDemands }: DraftParty): string =>
  [
    willKindLabel(willKind, kind),
    signKind !== 'any' && signKindLabels[kind][signKind],
    forcedReading && '须阅读全文',
    privateMessage.trim() !== '' && '有私信',
    ...paperDemands.flatMap(({ name }) => (name.trim() ? `附件：${name.trim()}` : [])),
  ]
    .filter(Boolean)
    .join('　')

/** Each kind with its count, in the palette's order. */
function areaSummary(areas: readonly Position[]): string {
  return [...areaOrder, 'crossPage' as const]
    .map((kind) => [areaLabel(kind), areas.filter((area) => area.positionType === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${count}`)
    .join('　')
}

function Cost() {
  const surplus = useSurplus()
  return (
    <div className="card cost">
      <p className="spread">
        <span>本次使用</span>
        <b>1 份</b>
      </p>
      {surplus !== null && (
        <p className={surplus === 0 ? 'spread fault' : 'spread muted'}>
          <span>{surplus === 0 ? '当前剩余' : '发送后剩余'}</span>
          <span className="num">{Math.max(0, surplus - 1)} 份</span>
        </p>
      )}
      {surplus === 0 && (
        <p className="cost-short">
          剩余发起签署份数不足，请购买套餐后再发送 <BuyLink />
        </p>
      )}
      <p className="cost-rule">
        <Info size={16} />
        签署前撤回退还；拒签、过期不退
      </p>
    </div>
  )
}
