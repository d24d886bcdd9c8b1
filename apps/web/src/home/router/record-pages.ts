import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

/** Registers, with the header. */
export const recordPages: Route[] = [
  {
    path: '/space/signatures-list',
    handle: { title: '用印记录' },
    lazy: page(
      () => import('../records/space-signatures-page.tsx'),
      (m) => m.SpaceSignaturesPage,
    ),
  },
  {
    path: '/user-space/contracts',
    handle: { title: '全部空间的合同' },
    lazy: page(
      () => import('../records/all-contracts-page.tsx'),
      (m) => m.AllContractsPage,
    ),
  },
]
