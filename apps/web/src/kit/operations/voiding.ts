import { call } from '../../client/call.ts'
import { ask } from '../../ui/ask-store.ts'
import { warn } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'
import type { ContractRow } from '../contract/contract-row.ts'

/** Asks, and makes the draft of the agreement that voids the contract; null when it is not to be voided after all. */
export async function beginVoiding({
  signId,
  taskName,
}: Pick<ContractRow, 'signId' | 'taskName'>): Promise<{ signId: string; taskType: 'relieve' } | null> {
  const detail = `接下来填写《${taskName}》的作废协议。各方签署完成前，原合同继续有效。`
  const question = { title: '作废合同', text: '确定要作废该合同吗？', detail, confirm: '继续', cancel: '取消' }
  if (!(await ask(question))) return null
  const draft = await call('voidTask', { signId })
  void refreshContracts()
  return { signId: draft.signId, taskType: 'relieve' }
}

/** The page of the agreement that voids a contract, or of the contract that it voids. */
export async function linkedPath({ signId, taskType }: Pick<ContractRow, 'signId' | 'taskType'>): Promise<string> {
  const { originSignId, relieveSignId } = await call('getSignDetailInfo', { signId })
  const isAgreement = taskType === 'relieve'
  const linked = isAgreement ? originSignId : relieveSignId
  if (linked !== null) return viewPath({ signId: linked, taskType: isAgreement ? 'normal' : 'relieve' })
  warn(isAgreement ? '原合同由您的同事经办，可在作废协议中查看其内容' : '作废协议由您的同事经办，请向其了解')
  return viewPath({ signId, taskType })
}
