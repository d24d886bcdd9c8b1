import { packFrom } from '../../client/own-path.ts'
import type { Space } from '../../client/space-store.ts'
import { useVisit } from '../../client/visit.ts'
import type { ContractRow } from './contract-row.ts'

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

/** /temp-info of a row (checklist H24). */
export const viewPath = ({ signId, taskType }: Pick<ContractRow, 'signId' | 'taskType'>) =>
  withQuery('/temp-info', { signId, taskType })

/** Where a party is added to a contract that was sent. */
export const addPartyPath = ({ signId }: Pick<ContractRow, 'signId'>) => withQuery('/add-party', { signId })

/** /signing of a row: signType is 1 in a space with a companyId, else 0 (checklist H25, I12). */
export function signPath(row: Pick<ContractRow, 'signId' | 'taskName'>, space: Pick<Space, 'companyId'> | null) {
  const { signId, taskName } = row
  const { visit } = useVisit.getState()
  // What an integration opened has an address of its own (checklist R45).
  if (visit) return withQuery('/oa-sign', { app: visit.appId ?? '', signId })
  const companyId = space?.companyId ?? ''
  return withQuery('/signing', { signId, signType: companyId ? '1' : '0', companyId, taskName })
}

/** /temp-create for a new contract, leading back to `here`, a full own path (checklist H15). */
export const launchPath = (here: string) => withQuery('/temp-create', { from: packFrom(here) })

/** Where a draft is gone on with: /temp-create (checklist R24), of a void agreement /launchtask (R27). */
export const editPath = ({ signId, taskType }: Pick<ContractRow, 'signId' | 'taskType'>, here: string) =>
  withQuery(taskType === 'relieve' ? '/launchtask' : '/temp-create', { signId, from: packFrom(here) })
