import { dayMs } from '@moqi/domain/time/civil-date'
import type { InboxRow } from '../apps/server/src/contracts/find-rows.ts'

export type ListRow = InboxRow
export type ListOwner = { tenantId: string; accountId: string }

/** Over how long a list's contracts are spread, in ms: three years. */
export const span = 3 * 365 * dayMs

const kinds = [
  '采购框架',
  '房屋租赁',
  '劳动',
  '保密',
  '技术服务',
  '物业管理',
  '软件许可',
  '运输',
  '装修工程',
  '广告代理',
]
const places = ['杭州', '上海', '广州', '成都', '武汉', '西安', '南京', '苏州']
const trades = ['云启科技', '嘉禾物业', '启明贸易', '远航物流', '新禾食品', '天工建设']
const families = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴']
const given = ['小明', '静', '晨', '志强', '丽华', '建国', '雨桐', '子轩']

const pick = <T>(values: readonly [T, ...T[]] | T[], n: number): T => {
  const value = values[Math.abs(n) % values.length]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

/** Of a hundred rows so many are in this state: row status, the party's, the contract's. */
const states = [
  { share: 68, row: 'finish', party: 'signed', task: 'finish' },
  { share: 12, row: 'otherSign', party: 'signed', task: 'signing' },
  { share: 4, row: 'iSign', party: 'toSign', task: 'signing' },
  { share: 4, row: 'expired', party: 'expired', task: 'expired' },
  { share: 4, row: 'recall', party: 'closed', task: 'recall' },
  { share: 4, row: 'reject', party: 'closed', task: 'reject' },
  { share: 4, row: 'draft', party: null, task: 'draft' },
] as const

function stateOf(n: number) {
  let left = (n * 37) % 100
  for (const state of states) {
    if (left < state.share) return state
    left -= state.share
  }
  throw new Error('shares are less than a hundred')
}

/** Every so many contracts one is about rare earths. */
const rare = 997

/** The `n`-th contract of a list, made at `at`: the same for the same arguments. */
export function listRow({ tenantId, accountId }: ListOwner, n: number, at: number): ListRow {
  const { row, party, task } = stateOf(n)
  // A multiplication spreads what is picked, so that neighbours differ.
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 8
  const signer = pick(families, mixed) + pick(given, mixed >> 3)
  const company = `${pick(places, mixed >> 5)}${pick(trades, mixed >> 8)}有限公司`
  const agent = pick(families, mixed >> 7) + pick(given, mixed >> 10)
  const number = String(n).padStart(7, '0')
  const subject = n % rare === rare - 1 ? `稀土供应合同${number}` : `${company}${pick(kinds, mixed >> 2)}合同`
  const isInitiator = mixed % 2 === 0 || party === null
  return {
    tenant_id: tenantId,
    account_id: accountId,
    contract_id: idAt(at, n),
    home_tenant_id: tenantId,
    sign_id: `s${number}${accountId.slice(-12)}`,
    row_status: row,
    is_initiator: isInitiator,
    party_state: party,
    contract_state: task,
    void_state: 'none',
    kind: n % 50 === 0 ? 'void' : 'normal',
    contract_no: `HT${number}`,
    subject,
    initiator_name: `${agent}/${company}`,
    party_names: `${signer}、${agent}/${company}`,
    sign_expire_at: at + 30 * dayMs,
    created_at: at,
    sent_at: at,
    finished_at: task === 'finish' ? at + dayMs : null,
    changed_at: at,
    binned_at: null,
  }
}

/** A UUID of version 7 with the time and a running number. */
function idAt(at: number, n: number): string {
  const time = at.toString(16).padStart(12, '0')
  const tail = n.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}
