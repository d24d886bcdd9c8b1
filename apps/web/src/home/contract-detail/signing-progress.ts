import type { Signer } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { isMixed } from './detail-facts.ts'
import { inOneLine } from '../../kit/contract/party-text.ts'
import { sideName } from '../../kit/party/side-name.ts'

/** One place on the progress line; `signer` when it is a party's. */
export type ProgressStep = {
  id: string
  state: 'done' | 'now' | 'next'
  title: string
  at: string
  note: string
  signer: Signer | null
}

const moment = (at: number | null) => formatDate(at, '{y}-{m}-{d} {h}:{i}')
const step = (part: Partial<ProgressStep> & Pick<ProgressStep, 'id' | 'state' | 'title'>): ProgressStep => ({
  at: '',
  note: '',
  signer: null,
  ...part,
})

const ofSigner: Record<string, { state: ProgressStep['state']; title: (party: string) => string }> = {
  waiting: { state: 'next', title: (party) => `${party}　待轮签` },
  toSign: { state: 'now', title: (party) => `等待${party}签署` },
  approving: { state: 'now', title: (party) => `${party}　用印审批中` },
  approvalFailed: { state: 'now', title: (party) => `${party}　用印审批未通过` },
  signed: { state: 'done', title: (party) => `${party}已签署` },
  rejected: { state: 'now', title: (party) => `${party}已拒签` },
  expired: { state: 'next', title: (party) => `${party}　已过期` },
  closed: { state: 'next', title: (party) => `${party}　已终止` },
  transferred: { state: 'next', title: (party) => `${party}　已转交` },
  replaced: { state: 'next', title: (party) => `${party}　已更换` },
  removed: { state: 'next', title: (party) => `${party}　已移除` },
}

function signerStep(signer: Signer): ProgressStep {
  const look = ofSigner[signer.signerStatus] ?? { state: 'next', title: (party: string) => party }
  const read = signer.readTime === null ? '' : `已查看　${moment(signer.readTime)}`
  return step({
    id: `signer-${signer.signerNo}`,
    state: look.state,
    title: look.title(sideName(signer.signerNo - 1)),
    at: signer.signTime === null ? read : moment(signer.signTime),
    signer,
  })
}

const endings: Record<string, string> = {
  finish: '签署完成',
  reject: '已拒签，签署终止',
  recall: '发起人已撤回',
  expired: '已过签署截止时间',
  cancel: '已作废',
}

/** The progress of a contract from sending to its end, parties in their order (domain.md 7.3). */
export function signingProgress(detail: SignDetail): ProgressStep[] {
  const { taskStatus, initiateTime } = detail
  const unsent = taskStatus === 'draft' || taskStatus === 'waitSend'
  const first = step(
    unsent
      ? { id: 'send', state: 'now', title: '等待发送', note: inOneLine(detail.initiatorName) }
      : {
          id: 'send',
          state: 'done',
          title: '发送合同',
          at: moment(initiateTime),
          note: inOneLine(detail.initiatorName),
        },
  )
  const turns = [...new Set(detail.signerArray.map(({ signOrder }) => signOrder))].toSorted((a, b) => a - b)
  // Who shares a turn signs side by side: only then the turns say more than the order of the line.
  const turnOf = ({ signOrder }: Signer) => (isMixed(detail) ? `第${turns.indexOf(signOrder) + 1}轮　` : '')
  const signers = detail.signerArray
    .toSorted((a, b) => a.signOrder - b.signOrder || a.signerNo - b.signerNo)
    .map((signer) => {
      const known = signerStep(signer)
      const state = unsent ? 'next' : known.state
      const title = unsent ? sideName(signer.signerNo - 1) : known.title
      return { ...known, state, title: turnOf(signer) + title }
    })
  const ended = taskStatus in endings
  const last = step({
    id: 'end',
    state: ended ? 'done' : 'next',
    title: endings[taskStatus] ?? '签署完成',
    at: ended ? moment(detail.finishTime) : '',
    note: detail.closeReason ? `原因：${detail.closeReason}` : '',
  })
  return [first, ...signers, last]
}
