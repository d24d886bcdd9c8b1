import type { Signer } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { urgeLeftText } from '@moqi/domain/contract/after-sending'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'

/** Where a contract stands, in one sentence; `say` is what else there is to know. */
export type Standing = { tone: 'blue' | 'seal' | 'ochre' | 'green'; title: string; say: string }

const partyName = ({ companyName, signerName }: Signer) => companyName ?? signerName
const quoted = (reason: string | null) => (reason ? `“${reason}”` : '')

/**
 * Whom a contract waits for and what they have done, or how it ended and why; null before it is sent. `urgeLeft` is how
 * long 催签 would refuse yet, ms.
 */
export function standingOf(detail: SignDetail, urgeLeft: number): Standing | null {
  const { taskStatus, signerArray, closeReason } = detail
  const refused = signerArray.find(({ signerStatus }) => signerStatus === 'rejected')
  switch (taskStatus) {
    case 'reject':
      return { tone: 'seal', title: `${refused ? partyName(refused) : '签署方'} 拒签了`, say: quoted(closeReason) }
    case 'recall':
      return { tone: 'seal', title: '发起人已撤回', say: quoted(closeReason) }
    case 'expired':
      return { tone: 'ochre', title: '已过签署截止时间，签署终止', say: missingOf(signerArray) }
    case 'finish':
      return { tone: 'green', title: `${countOf(signerArray)}方均已签署`, say: formatDate(detail.finishTime) }
    case 'signing':
      return waiting(detail, urgeLeft)
    default:
      return null
  }
}

const countOf = (signers: readonly Signer[]) =>
  signers.filter(({ signerStatus }) => !hasLeft({ state: signerStatus })).length

const missingOf = (signers: readonly Signer[]) => {
  const missing = signers.filter(({ signerStatus }) => signerStatus !== 'signed' && !hasLeft({ state: signerStatus }))
  return missing.length > 0 ? `${missing.map(partyName).join('、')} 未签署` : ''
}

/** Whose turn it is, whatever they are about. */
const waitedFor: ReadonlySet<string> = new Set(['toSign', 'approving', 'approvalFailed'])

/** What became of the own application for the use of a seal; null where there is none. */
function ownApproval({ signerArray, ownSignerNo }: SignDetail): Standing | null {
  const state = signerArray.find(({ signerNo }) => signerNo === ownSignerNo)?.signerStatus
  if (state === 'approving') return { tone: 'ochre', title: '用印审批中', say: '通过后将自动用印，不用您再签一次' }
  if (state !== 'approvalFailed') return null
  return { tone: 'ochre', title: '用印审批未通过', say: '可以重新提交，也可以更换印章或拒签' }
}

function waiting(detail: SignDetail, urgeLeft: number): Standing {
  const own = ownApproval(detail)
  if (own) return own
  const asked = detail.signerArray.filter(({ signerStatus }) => waitedFor.has(signerStatus))
  const [first] = asked
  if (!first)
    return { tone: 'ochre', title: `${countOf(detail.signerArray)}方均已签署`, say: '正在核对文件，无需再做什么' }
  if (detail.status === 'iSign') return { tone: 'blue', title: '等您签署', say: others(asked, detail) }
  const names = asked.length > 2 ? `${partyName(first)} 等${asked.length}方` : asked.map(partyName).join('、')
  const seen = asked.filter(({ readTime }) => readTime !== null)
  const sealing = asked.some(({ signerStatus }) => signerStatus === 'approving') ? '用印审批中' : ''
  const read = seen.length === 0 ? '还没有打开' : asked.length === 1 ? lookText(first) : `${seen.length}方已查看`
  return {
    tone: 'blue',
    title: `等 ${names} 签署`,
    say: [sealing || read, urgeText(detail, urgeLeft)].filter(Boolean).join('，'),
  }
}

function others(asked: readonly Signer[], { ownSignerNo }: SignDetail): string {
  const rest = asked.filter(({ signerNo }) => signerNo !== ownSignerNo).map(partyName)
  return rest.length > 0 ? `同时等 ${rest.join('、')}` : ''
}

/** Of a party that was seen looking: how often, or at least when first. */
const lookText = ({ lookNumber = 0, readTime }: Signer) =>
  lookNumber > 0 ? `已看${lookNumber}次` : `已于 ${formatDate(readTime, '{m}-{d} {h}:{i}')} 查看`

const urgeText = ({ detailOperationArray }: SignDetail, urgeLeft: number): string =>
  detailOperationArray.includes('urge') && urgeLeft > 0 ? urgeLeftText(urgeLeft) : ''
