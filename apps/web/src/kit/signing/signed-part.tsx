import { later } from '../../ui/later.tsx'
import { Waiting } from '../../ui/waiting.tsx'

/** 签署成功 as a deed; should its part fail to come, the words alone. */
export const SignSuccess = later(
  async () => (await import('./sign-success.tsx')).SignSuccess,
  <Waiting title="已签署成功" slow />,
)
