import { authentication } from './authentication.ts'
import { file } from './file.ts'
import { members } from './members.ts'
import { seal } from './seal.ts'
import { task } from './task.ts'
import { user } from './user.ts'

/** Every HTTP call of the product, by name. A call without a handler does not compile. */
export const table = { ...authentication, ...user, ...seal, ...file, ...task, ...members }
export type Table = typeof table
