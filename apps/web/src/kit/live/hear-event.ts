import { wireRowStatuses } from '@moqi/api/wire/contract'
import { queryClient } from '../../client/query-client.ts'
import { rereadApprovals } from '../approval/approval-keys.ts'
import { contractKeys, rereadContracts } from '../contract/contract-keys.ts'
import { handwritingKeys } from '../handwriting/handwriting-keys.ts'
import { messageKeys, showUnread } from '../messages/message-keys.ts'
import { keepTold } from './told-status.ts'
import type { ServerEvent } from './server-events.ts'

/** Events that come together are answered together, ms. */
const together = 200
let reading: ReturnType<typeof setTimeout> | undefined

const rereads: Partial<Record<string, () => Promise<void>>> = {
  approval: rereadApprovals,
  face: () => queryClient.invalidateQueries({ queryKey: ['face'] }),
  // What may be done, and under which name, is different everywhere.
  auth: () => queryClient.invalidateQueries(),
}

/** Brings what is shown up to date: counters as told, lists by reading them again. */
export function hearEvent({ event, data }: ServerEvent) {
  if (event === 'counters' && isCounters(data)) queryClient.setQueryData(contractKeys.counters, data)
  if (event === 'open') {
    void rereadContracts()
    void queryClient.invalidateQueries({ queryKey: messageKeys.all })
    void queryClient.invalidateQueries({ queryKey: handwritingKeys.states })
    void queryClient.invalidateQueries({ queryKey: ['face'] })
    void rereadApprovals()
    // How an authentication ended meanwhile stands there: see SpaceGate.
    void queryClient.invalidateQueries({ queryKey: ['spaces'] })
  }
  if (event === 'message' && isUnread(data)) showUnread(data.unread)
  if (event === 'handwrite' && isHandwriting(data))
    void queryClient.invalidateQueries({ queryKey: handwritingKeys.state(data.handwriteSealId) })
  void rereads[event]?.()
  if (event === 'contract' && typeof data === 'object' && data !== null)
    hearRow({ signId: null, status: null, ...data })
}

/** One row has changed: its contract is read again where it is shown, and soon every list. */
function hearRow({ signId, status }: { signId: unknown; status: unknown }) {
  if (typeof signId !== 'string') return
  const told = status === null ? null : wireRowStatuses.find((one) => one === status)
  if (told !== undefined) keepTold(signId, told)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => shows(queryKey, signId) })
  clearTimeout(reading)
  reading = setTimeout(
    () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => lists(queryKey) }),
    together,
  )
}

const isCounters = (data: unknown): data is Record<string, number> =>
  typeof data === 'object' && data !== null && Object.values(data).every((number) => typeof number === 'number')

const isUnread = (data: unknown): data is { unread: number } =>
  typeof data === 'object' && data !== null && 'unread' in data && typeof data.unread === 'number'

const isHandwriting = (data: unknown): data is { handwriteSealId: string } =>
  typeof data === 'object' && data !== null && 'handwriteSealId' in data && typeof data.handwriteSealId === 'string'

/** Whether a query shows that one contract. */
const shows = ([group, , signId]: readonly unknown[], of: unknown) => group === contractKeys.all[0] && signId === of

const lists = ([group, kind]: readonly unknown[]) =>
  group === contractKeys.all[0] && (kind === contractKeys.recent[1] || kind === 'list')
