import { urgeLeftText } from '@moqi/domain/contract/after-sending'
import { lacksGrant } from '@moqi/domain/contract/lacking-seal'
import { operationLabels, type Operation } from '@moqi/domain/contract/row-policy'
import { wireOperation } from '@moqi/api/wire/contract'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { downloadContract } from '../../client/download.ts'
import { useSpace } from '../../client/space-store.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import type { RowAction } from '../../ui/row-actions.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { noLaunch } from '../space/space-facts.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { useWaitLeft } from '../../ui/use-wait-left.ts'
import { addPartyPath, editPath, signPath, viewPath } from '../contract/contract-paths.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { beginVoiding, linkedPath } from './voiding.ts'

/** The operations whose question needs a sheet of its own. */
export type Asking = 'reject' | 'recall' | 'extend' | 'transfer' | 'correctPhone' | 'replaceParty' | 'removeParty'

/** What may be pressed first stands first; the rest follows in the server's order. */
const order = [
  'sign',
  'send',
  'edit',
  'restore',
  'view',
  'download',
  'urge',
  'relaunch',
  'viewOrigin',
  'viewVoid',
  'extend',
  'transfer',
  'recall',
  'correctPhone',
  'replaceParty',
  'addParty',
  'removeParty',
  'void',
  'reject',
  'delete',
  'hide',
  'remove',
] as const satisfies readonly Operation[]
type Offered = (typeof order)[number]
const taking: ReadonlySet<Offered> = new Set(['reject', 'removeParty', 'delete', 'hide', 'remove'])
/** What only a role with 发起签署 may do; who lost it keeps the rows. */
const launching: ReadonlySet<Offered> = new Set(['send', 'relaunch', 'void'])

type Row = Pick<ContractRow, 'signId' | 'taskId' | 'taskName' | 'taskType' | 'operationArray' | 'urgeWait'>

/**
 * A row's actions, ready for `RowActions`, from what the server allows in `operationArray`. `asking` names the sheet
 * to show (see `OperationSheets`).
 */
export function useOperations(row: Row) {
  const [busy, setBusy] = useState<Offered | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const urgeLeft = useWaitLeft(row.urgeWait ?? 0)
  const space = useSpace((state) => state.current)
  const navigate = useNavigate()
  const location = useLocation()

  const run: Record<Offered, () => Promise<unknown>> = {
    view: async () => navigate(viewPath(row)),
    edit: async () => navigate(editPath(row, location.pathname + location.search)),
    sign: async () => {
      const { signBeforeCheck, signBeforeCheckInfo } = await call('signBeforeCheck', { signId: row.signId })
      if (signBeforeCheck === 1) await navigate(signPath(row, space))
      else if (!lacksGrant(signBeforeCheckInfo)) warn(signBeforeCheckInfo)
      else if (await ask(asksForSeal(signBeforeCheckInfo))) await navigate(signPath(row, space))
    },
    download: () => downloadContract(row),
    send: () => sendContract(row),
    delete: () => deleteContract(row),
    reject: async () => setAsking('reject'),
    recall: async () => setAsking('recall'),
    extend: async () => setAsking('extend'),
    transfer: async () => setAsking('transfer'),
    correctPhone: async () => setAsking('correctPhone'),
    addParty: async () => navigate(addPartyPath(row)),
    removeParty: async () => setAsking('removeParty'),
    replaceParty: async () => setAsking('replaceParty'),
    urge: () => urgeContract(row),
    relaunch: async () => {
      const { signId } = await call('relaunchTask', { signId: row.signId })
      success('已复制为新的草稿')
      await navigate(editPath({ signId, taskType: 'normal' }, location.pathname + location.search))
      void refreshContracts()
    },
    void: async () => {
      const draft = await beginVoiding(row)
      if (draft) await navigate(editPath(draft, location.pathname + location.search))
    },
    viewOrigin: async () => navigate(await linkedPath(row)),
    viewVoid: async () => navigate(await linkedPath(row)),
    hide: () => hideContract(row),
    restore: () => restoreContract(row),
    remove: () => removeContract(row),
  }
  const press = async (operation: Offered) => {
    if (busy) return
    const refused = launching.has(operation) ? noLaunch(space) : null
    if (refused) return warn(refused)
    setBusy(operation)
    try {
      await run[operation]()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  const actions = order
    .filter((operation) => row.operationArray.includes(wireOperation(operation)))
    .map((operation): RowAction => ({
      key: operation,
      label: operation === 'urge' && urgeLeft > 0 ? urgeLeftText(urgeLeft) : operationLabels[operation],
      disabled: operation === 'urge' && urgeLeft > 0,
      signs: operation === 'sign',
      danger: taking.has(operation),
      busy: busy === operation,
      onPress: () => void press(operation),
    }))
  return { actions, asking, close: () => setAsking(null) }
}

/** The contract's page is where a seal is asked for, and where one signs once it is granted. */
const asksForSeal = (text: string) => ({ title: '提示', text, confirm: '申请授权', cancel: '取消' })

async function sendContract({ signId, taskName, taskType }: Row) {
  const cost = taskType === 'relieve' ? '作废协议不扣减份数' : '发送后扣减1份发起签署'
  const detail = `《${taskName}》将发送给各签署方，${cost}。`
  if (!(await ask({ title: '提示', text: '确定要发送该合同吗？', detail, confirm: '发送', cancel: '取消' }))) return
  await call('sendTask', { signId })
  success('发送成功')
  await refreshContracts()
}

async function deleteContract({ signId, taskName }: Row) {
  const detail = `《${taskName || '未命名合同'}》将移入回收站，30天内可以恢复。`
  const question = { title: '提示', text: '确定要删除该合同吗？', detail, confirm: '删除', cancel: '取消' }
  if (!(await ask({ ...question, tone: 'seal' }))) return
  await call('deleteTask', { signId })
  success('删除成功')
  await refreshContracts()
}

async function urgeContract({ signId }: Row) {
  const { urgedArray } = await call('urgeTask', { signId })
  success(`已催签：${urgedArray.join('、')}`)
  await refreshContracts()
}

async function hideContract({ signId, taskName }: Row) {
  const detail = `《${taskName}》将移入回收站，30天内可以恢复；其他各方不受影响。`
  const question = { title: '提示', text: '确定要删除该合同吗？', detail, confirm: '删除', cancel: '取消' }
  if (!(await ask({ ...question, tone: 'seal' }))) return
  await call('hideTask', { signId })
  success('已移入回收站')
  await refreshContracts()
}

async function restoreContract({ signId }: Row) {
  await call('restoreTask', { signId })
  success('已恢复')
  await refreshContracts()
}

async function removeContract({ signId, taskName }: Row) {
  const detail = `《${taskName || '未命名合同'}》将从您的列表中永久移除，无法恢复。`
  const question = { title: '提示', text: '确定要彻底删除吗？', detail, confirm: '彻底删除', cancel: '取消' }
  if (!(await ask({ ...question, tone: 'seal' }))) return
  await call('removeTask', { signId })
  success('已彻底删除')
  await refreshContracts()
}
