declare module 'virtual:call-routes' {
  import type { Table } from '@moqi/api/table'

  /** The run-time facts of one call; made from the call table by vite.config.ts. */
  export type CallRoute = {
    method: 'GET' | 'POST'
    path: string
    success: 200 | 0 | '0'
    kind: 'json' | 'blob' | 'upload' | 'stream'
    mutates: boolean
    open: boolean
  }
  export const callRoutes: Record<keyof Table, CallRoute>
}

declare module 'virtual:sign-in-routes' {
  import type { CallRoute } from 'virtual:call-routes'

  /** The same of what the sign-in page calls. */
  export const signInRoutes: Record<string, CallRoute>
}
