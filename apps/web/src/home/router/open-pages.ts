import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

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
const notBuilt = [
  '/register-uk',
  '/oa-sign',
  '/unifysign/auto-redirect',
  '/unifysign/launch',
  '/open/personAuth/authSuccess',
  '/open/personAuth/authFailed',
]

/** Pages that need no session. */
export const openPages: Route[] = [
  {
    lazy: lightFrame,
    children: [
      {
        path: '/file-check',
        handle: { title: '验证文件' },
        lazy: page(
          () => import('../file-check/file-check-page.tsx'),
          (m) => m.FileCheckPage,
        ),
      },
      {
        path: '/documentCenter',
        handle: { title: '帮助中心' },
        lazy: page(
          () => import('../help/document-center-page.tsx'),
          (m) => m.DocumentCenterPage,
        ),
      },
      {
        path: '/open/printed',
        handle: { title: '核对打印件' },
        lazy: page(
          () => import('../printed-copy/printed-copy-page.tsx'),
          (m) => m.PrintedCopyPage,
        ),
      },
      ...notBuilt.map((path) => ({ path, ...unknownPage })),
    ],
  },
]
