import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'
import { apart } from './apart.ts'

const lightFrame = page(
  () => import('../../kit/frame/light-frame.tsx'),
  (m) => m.LightFrame,
)

/** Whatever the application does not know (checklist R10). */
export const unknownPage: Route = {
  handle: { title: '页面不存在' },
  lazy: page(
    () => import('../../kit/refusals/unknown-page.tsx'),
    (m) => m.UnknownPage,
  ),
}

/** What opens without a session (see guard.ts) and leads nowhere yet: it has no header of a space to stand under. */
const notBuilt = ['/register-uk', '/oa-sign']

/** Pages that need no session. */
export const openPages: Route[] = [
  {
    lazy: lightFrame,
    children: [
      {
        path: '/file-check',
        handle: { title: '验证文件' },
        lazy: apart('fileCheckPage'),
      },
      {
        path: '/file-compare',
        handle: { title: '对比文件' },
        lazy: apart('fileComparePage'),
      },
      {
        path: '/documentCenter',
        handle: { title: '帮助中心' },
        lazy: apart('documentCenterPage'),
      },
      {
        path: '/open/printed',
        handle: { title: '核对打印件' },
        lazy: apart('printedCopyPage'),
      },
      {
        path: '/open/sso',
        handle: { title: '企业统一登录' },
        lazy: apart('ssoPage'),
      },
      {
        path: '/open/sso/back',
        handle: { title: '企业统一登录' },
        lazy: apart('ssoBackPage'),
      },
      ...notBuilt.map((path) => ({ path, ...unknownPage })),
    ],
  },
]
