import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

const loads = async () => (await import('./apart-loads.ts')).apartLoads

const sign = page(
  async () => (await loads()).signVisitPage(),
  (m) => m.SignVisitPage,
)

/** What an integration opens by a pass (checklist R45-R47, R49, R50); the frame leads each visit to its own page. */
export const visitPages: Route = {
  lazy: page(
    async () => (await loads()).visitPages(),
    (m) => m.VisitPages,
  ),
  children: [
    { path: '/unifysign', handle: { title: '签署合同' }, lazy: sign },
    { path: '/unifysign/sign', handle: { title: '签署合同' }, lazy: sign },
    { path: '/unifysign/auto-redirect', handle: { title: '正在进入' }, lazy: sign },
    { path: '/oa-sign', handle: { title: '签署合同' }, lazy: sign },
    {
      path: '/oa-sign/flow',
      handle: { title: '用印审批' },
      lazy: page(
        async () => (await loads()).flowPage(),
        (m) => m.FlowPage,
      ),
    },
    {
      path: '/unifysign/launch',
      handle: { title: '发起签署' },
      lazy: page(
        async () => (await loads()).tempCreatePage(),
        (m) => m.TempCreatePage,
      ),
    },
    {
      path: '/unifysign/lauchtask',
      handle: { title: '发起签署' },
      lazy: page(
        async () => (await loads()).setTempControlPage(),
        (m) => m.SetTempControlPage,
      ),
    },
    {
      path: '/unifysign/assign',
      handle: { title: '指派经办人' },
      lazy: page(
        async () => (await loads()).assignPage(),
        (m) => m.AssignPage,
      ),
    },
  ],
}

/** The same for whoever is signed in (checklist R48). */
export const sidPage: Route = {
  path: '/unifysign/sid2token',
  handle: { title: '继续' },
  lazy: page(
    async () => (await loads()).sidPage(),
    (m) => m.SidPage,
  ),
}
