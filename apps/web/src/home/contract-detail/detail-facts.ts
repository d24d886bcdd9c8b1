import type { SignDetail } from '@moqi/api/task'
import { isMixedOrder } from '@moqi/domain/contract/order'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { signOrderLabels } from '@moqi/domain/labels/log-verbs'
import { formatDate } from '@moqi/domain/time/format-date'
import { yuan } from '../../ui/amount.ts'
import { inOneLine } from '../../kit/contract/party-text.ts'
import { timeLeft } from '../../kit/contract/time-left.ts'

const minute = '{y}-{m}-{d} {h}:{i}'
const either = (...texts: string[]) => texts.find((text) => text !== '') ?? '—'

const moments = { send: '发起时', finish: '完成后' }

/** Whether some parties, but not all, share a turn. */
export function isMixed({ signOrderType, signerArray }: Pick<SignDetail, 'signOrderType' | 'signerArray'>): boolean {
  // Whoever handed over has the turn of its successor.
  const active = signerArray.filter(({ signerStatus }) => !hasLeft({ state: signerStatus }))
  const turns = active.map(({ signOrder }) => signOrder)
  return isMixedOrder(signOrderType, turns)
}

const amountFact = (fen: number): [label: string, value: string] => ['合同金额', `人民币${yuan(fen)}元`]

/** What is to be known of a contract, in the order of domain.md 7.3; the fingerprints stand apart. `now` in ms. */
export function detailFacts(detail: SignDetail, now: number): [label: string, value: string][] {
  const left = timeLeft(detail, now)
  const deadline = formatDate(detail.signExpireTime, minute)
  return [
    ['合同编号', either(detail.taskNo)],
    ['合同主题', either(detail.taskName)],
    ['发起方', either(inOneLine(detail.initiatorName))],
    ['发起时间', either(formatDate(detail.initiateTime, minute))],
    ['签署方式', signOrderLabels[isMixed(detail) ? 'mixed' : detail.signOrderType]],
    ['签署截止时间', left && deadline ? `${deadline}，${left}` : either(deadline)],
    ['合同到期日', either(formatDate(detail.contractEndTime, '{y}-{m}-{d}'))],
    ...(detail.contractAmount === null ? [] : [amountFact(detail.contractAmount)]),
    [
      '抄送人',
      either(
        detail.ccArray
          .map(
            ({ name, companyName, when }) =>
              `${inOneLine([name, companyName].filter(Boolean).join('/'))}（${moments[when]}）`,
          )
          .join('、'),
      ),
    ],
    ['备注', either(detail.remark ?? '')],
  ]
}
