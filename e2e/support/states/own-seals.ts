import { type Act, type PageState, reads } from './page-state.ts'

const making = { route: '/create-sign', who: 'wang', go: '/create-sign' } as const

const way =
  (name: string): Act =>
  (page) =>
    page.getByRole('navigation', { name: '制作方式' }).getByRole('button', { name }).click()

/** A person's own seals and signatures, and the phone that writes one. */
export const ownSeals: readonly PageState[] = [
  { name: 'bind-key', route: '/user/bindKey', who: 'wang', go: '/user/bindKey', act: reads('连接密钥助手') },
  {
    name: 'bind-key-failed',
    route: '/user/bindKey',
    who: 'wang',
    go: '/user/bindKey',
    failing: ['listCertificateKeys'],
  },
  { name: 'own-seals', route: '/user/seal', who: 'wang', go: '/user/seal' },
  { name: 'own-seals-company', route: '/user/seal', who: 'jing', go: '/user/seal' },
  { name: 'own-seals-failed', route: '/user/seal', who: 'wang', go: '/user/seal', failing: ['listSeals'] },
  { ...making, name: 'create-sign' },
  { ...making, name: 'create-sign-write', act: way('在此手写') },
  { ...making, name: 'create-sign-upload', act: way('上传图片') },
  { name: 'handwrite-dead', route: '/open/seal/handwrite', who: 'nobody', go: '/open/seal/handwrite?ticket=none' },
  {
    name: 'handwrite-success',
    route: '/open/seal/handwriteSuccess',
    who: 'nobody',
    go: '/open/seal/handwriteSuccess',
  },
]
