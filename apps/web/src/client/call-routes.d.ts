declare module 'virtual:call-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** Where every call of spaces goes; made from the call table by vite.config.ts. */
  export const callRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:first-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** Those of them that the pages ask for which people open first. */
  export const firstRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:further-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** All others of them. */
  export const furtherRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:operator-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what those call who run the platform. */
  export const operatorRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:visit-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what the page calls that an integration opened. */
  export const visitRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:sign-in-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what the sign-in page calls. */
  export const signInRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:open-sign-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what the open-sign page calls. */
  export const openSignRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:face-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what a phone calls that compares a face. */
  export const faceRoutes: Record<string, BuiltRoute>
}

declare module 'virtual:handwrite-routes' {
  import type { BuiltRoute } from './call-route.ts'

  /** The same of what a phone calls that writes a signature. */
  export const handwriteRoutes: Record<string, BuiltRoute>
}
