import { authentication } from './authentication.ts'
import { file } from './file.ts'
import { help } from './help.ts'
import { notice } from './notice.ts'
import { preference } from './preference.ts'
import { register } from './register.ts'
import { registration } from './registration.ts'
import { seal } from './seal.ts'
import { security } from './security.ts'
import { signIn } from './sign-in.ts'
import { task } from './task.ts'
import { user } from './user.ts'

/** Every HTTP call of the product, by name. A call without a handler does not compile. */
export const table = {
  ...authentication,
  ...registration,
  ...signIn,
  ...security,
  ...user,
  ...help,
  ...notice,
  ...preference,
  ...seal,
  ...file,
  ...task,
  ...register,
}
export type Table = typeof table
