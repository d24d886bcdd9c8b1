/** A signer of the demo: `company` is the space the person acts in, null for the personal one. */
export type Actor = { phone: string; name: string; company: string | null }

/** The password of every demo account. */
export const demoPassword = 'Moqi@2026'
/** The signing PIN of every demo account with a company. */
export const demoPin = '258036'

/** Launches the contract, and signs first for the company. */
export const initiator: Actor = { phone: '13800000002', name: '李静', company: '杭州云启科技有限公司' }

/** Who signs, in order. */
export const signers: readonly Actor[] = [
  initiator,
  { phone: '13800000001', name: '王小明', company: null },
  { phone: '13800000004', name: '陈晨', company: '上海嘉禾物业管理有限公司' },
]
