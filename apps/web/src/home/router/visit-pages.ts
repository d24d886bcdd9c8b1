import type { Route } from '../../router/route.ts'
import { apart } from './apart.ts'

const sign = apart('signVisitPage')

/** What an integration opens by a pass (checklist R45-R47, R49, R50); the frame leads each visit to its own page. */
export const visitPages: Route = {
  lazy: apart('visitPages'),
  children: [
    { path: '/unifysign', handle: { title: '签署合同' }, lazy: sign },
    { path: '/unifysign/sign', handle: { title: '签署合同' }, lazy: sign },
    { path: '/unifysign/auto-redirect', handle: { title: '正在进入' }, lazy: sign },
    { path: '/oa-sign', handle: { title: '签署合同' }, lazy: sign },
    {
      path: '/oa-sign/flow',
      handle: { title: '用印审批' },
      lazy: apart('flowPage'),
    },
    {
      path: '/unifysign/launch',
      handle: { title: '发起签署' },
      lazy: apart('tempCreatePage'),
    },
    {
      path: '/unifysign/lauchtask',
      handle: { title: '发起签署' },
      lazy: apart('setTempControlPage'),
    },
    {
      path: '/unifysign/assign',
      handle: { title: '指派经办人' },
      lazy: apart('assignPage'),
    },
  ],
}

/** The same for whoever is signed in (checklist R48). */
export const sidPage: Route = {
  path: '/unifysign/sid2token',
  handle: { title: '继续' },
  lazy: apart('sidPage'),
}
