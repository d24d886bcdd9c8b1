import { queryClient } from '../../client/query-client.ts'

/** Under which the transfers that wait are kept. */
export const transferKey = ['operator', 'transfers']

/** Something was decided: what waits, and what the operator has done, is read anew. */
export const readTransfersAnew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['operator'] })
