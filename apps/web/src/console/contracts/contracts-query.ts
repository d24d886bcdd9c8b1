import type { TaskRow } from '@moqi/api/shapes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** A row of the company's list, whose it is, and how often somebody else opened it. */
export type CompanyContract = TaskRow & {
  handlerName: string
  departmentName: string
  viewingNumber: number
  own: boolean
}
type Ask = { keyword: string; departmentId: string; pageSize: 10 | 20 | 50; cursor: string | null }

const nobody = { handlerName: '', departmentName: '', viewingNumber: 0, own: 0 }

/** What the company's list is asked for, its page apart. */
export const narrowedBy = ({ keyword, departmentId }: Pick<Ask, 'keyword' | 'departmentId'>) => ({
  scope: 'company' as const,
  status: 'all',
  ...(keyword && { keyword }),
  ...(departmentId && { departmentId }),
})

/** One page of the company's contracts with their handlers. */
export const contractsQuery = ({ keyword, departmentId, pageSize, cursor }: Ask) =>
  queryOptions({
    queryKey: ['console', 'contracts', keyword, departmentId, pageSize, cursor],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true }
      const narrowed = narrowedBy({ keyword, departmentId })
      const list = await call('listTasks', { ...narrowed, pageSize, cursor }, options)
      const taskIdArray = list.taskInfoArray.map(({ taskId }) => taskId)
      const { handlerArray } =
        taskIdArray.length === 0
          ? { handlerArray: [] }
          : await call('getHandlers', { taskIdArray, ...(departmentId && { departmentId }) }, options)
      const byId = new Map(handlerArray.map((handler) => [handler.taskId, handler]))
      const rows = list.taskInfoArray.map((row): CompanyContract => {
        const { handlerName, departmentName, viewingNumber, own } = byId.get(row.taskId) ?? nobody
        return Object.assign(row, { handlerName, departmentName, viewingNumber, own: own === 1 })
      })
      return { rows, nextCursor: list.nextCursor, total: list.total }
    },
    placeholderData: keepPreviousData,
  })
