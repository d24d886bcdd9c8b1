import { operationLabels, type Operation } from '@moqi/domain/contract/row-policy'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { downloadContract } from '../../client/download.ts'
import { useSpace } from '../../client/space-store.ts'
import { ask } from '../../ui/ask-store.ts'
import type { RowAction } from '../../ui/row-actions.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { refreshContracts } from './contract-keys.ts'
import { editPath, signPath, viewPath } from './contract-paths.ts'
import type { ContractRow } from './contract-row.ts'

/** The operations whose question needs a sheet of its own. */
export type Asking = 'reject' | 'recall'

/** What may be pressed first stands first; the rest follows in the server's order. */
const order: readonly Operation[] = ['sign', 'send', 'edit', 'view', 'download', 'recall', 'reject', 'delete']
const isOffered = (name: string): name is Operation => order.some((operation) => operation === name)

type Row = Pick<ContractRow, 'signId' | 'taskId' | 'taskName' | 'taskType' | 'operationArray'>

/**
 * A row's actions, ready for `RowActions`, from what the server allows in `operationArray`. `asking` names the sheet
 * to show (see `OperationSheets`).
 */
export function useOperations(row: Row) {
  const [busy, setBusy] = useState<Operation | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const space = useSpace((state) => state.current)
  const navigate = useNavigate()
  const location = useLocation()

  const run: Partial<Record<Operation, () => Promise<unknown>>> = {
    view: async () => navigate(viewPath(row)),
    edit: async () => navigate(editPath(row, location.pathname + location.search)),
    sign: async () => {
      const { signBeforeCheck, signBeforeCheckInfo } = await call('signBeforeCheck', { signId: row.signId })
      if (signBeforeCheck === 1) await navigate(signPath(row, space))
      else warn(signBeforeCheckInfo)
    },
    download: () => downloadContract(row),
    send: () => sendContract(row),
    delete: () => deleteContract(row),
    reject: async () => setAsking('reject'),
    recall: async () => setAsking('recall'),
  }
  const press = async (operation: Operation) => {
    if (busy) return
    setBusy(operation)
    try {
      await run[operation]?.()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  const actions = order
    .filter((operation) => row.operationArray.filter(isOffered).includes(operation))
    .map((operation): RowAction => ({
      key: operation,
      label: operationLabels[operation],
      signs: operation === 'sign',
      danger: operation === 'reject' || operation === 'delete',
      busy: busy === operation,
      onPress: () => void press(operation),
    }))
  return { actions, asking, close: () => setAsking(null) }
}

async function sendContract({ signId, taskName, taskType }: Row) {
  const cost = taskType === 'relieve' ? '作废协议不扣减份数' : '发送后扣减1份发起签署'
  const detail = `《${taskName}》将发送给各签署方，${cost}。`
  if (!(await ask({ title: '提示', text: '确定要发送该合同吗？', detail, confirm: '发送', cancel: '取消' }))) return
  await call('sendTask', { signId })
  success('发送成功')
  await refreshContracts()
}

async function deleteContract({ signId, taskName }: Row) {
  const detail = `《${taskName}》删除后无法恢复。`
  const question = { title: '提示', text: '确定要删除该合同吗？', detail, confirm: '删除', cancel: '取消' }
  if (!(await ask({ ...question, tone: 'seal' }))) return
  await call('deleteTask', { signId })
  success('删除成功')
  await refreshContracts()
}
