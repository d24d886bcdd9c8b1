import { packFrom } from '../../client/own-path.ts'
import type { Space } from '../../client/space-store.ts'
import type { ContractRow } from './contract-row.ts'

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

/** /temp-info of a row (checklist H24). */
export const viewPath = ({ signId, taskType }: Pick<ContractRow, 'signId' | 'taskType'>) =>
  withQuery('/temp-info', { signId, taskType })

/** Where a party is added to a contract that was sent. */
export const addPartyPath = ({ signId }: Pick<ContractRow, 'signId'>) => withQuery('/add-party', { signId })

/** /signing of a row: signType is 1 in a space with a companyId, else 0 (checklist H25, I12). */
export const signPath = (row: Pick<ContractRow, 'signId' | 'taskName'>, space: Pick<Space, 'companyId'> | null) =>
  withQuery('/signing', {
    signId: row.signId,
    signType: space?.companyId ? '1' : '0',
    companyId: space?.companyId ?? '',
    taskName: row.taskName,
  })

/** /temp-create for a new contract, leading back to `here`, a full own path (checklist H15). */
export const launchPath = (here: string) => withQuery('/temp-create', { from: packFrom(here) })

/** Where a draft is gone on with: /temp-create (checklist R24), of a void agreement /launchtask (R27). */
export const editPath = ({ signId, taskType }: Pick<ContractRow, 'signId' | 'taskType'>, here: string) =>
  withQuery(taskType === 'relieve' ? '/launchtask' : '/temp-create', { signId, from: packFrom(here) })
