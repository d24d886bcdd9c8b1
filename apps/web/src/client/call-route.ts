import type { Access } from '@moqi/api/call'

/** The run-time facts of one call. */
export type CallRoute = {
  method: 'GET' | 'POST'
  path: string
  success: 200 | 0 | '0'
  kind: 'json' | 'blob' | 'upload' | 'pair' | 'stream'
  mutates: boolean
  access: Access
}

/** What most calls are; the build tells of each call only what differs. */
export const usualRoute = { method: 'POST', success: 200, kind: 'json', mutates: false, access: 'tenant' } as const

/** One call as the build tells of it: a `*` in its path stands for its name. */
export type BuiltRoute = Pick<CallRoute, 'path'> & Partial<CallRoute>
