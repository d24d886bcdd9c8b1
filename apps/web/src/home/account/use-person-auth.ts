import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** ms */
const verdictEvery = 3000

const isUnderWay = (info: Output<Table['getAuthInfo']> | undefined) =>
  info?.isAuthed === 'inPersonAuth' || info?.change?.changeState === 'pending'

/** How the own real-name authentication stands. A verdict that comes later shows by itself, also without a notice. */
export const usePersonAuth = () =>
  useQuery({
    queryKey: ['person-auth'],
    queryFn: ({ signal }) => call('getAuthInfo', {}, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? verdictEvery : false),
  })
