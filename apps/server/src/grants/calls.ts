import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addAutoGrant } from './add-auto-grant.ts'
import { addSealGrant } from './add-grant.ts'
import { askForGrant, withdrawGrantRequest } from './ask-for-grant.ts'
import { refuseGrantRequest } from './decide-grant-request.ts'
import { getGrantAsking } from './grant-asking.ts'
import { getGrantMaking } from './grant-making.ts'
import { getGrantRequest, listGrantRequest } from './list-grant-requests.ts'
import { getSealGrant, listSealGrant } from './list-grants.ts'
import { revokeSealGrant } from './revoke-grant.ts'
import { sendGrantLetter } from './send-letter.ts'

/** The calls of this folder with the functions that answer them. */
export const grantCalls = {
  addAutoGrant,
  addSealGrant,
  askForGrant,
  getGrantAsking,
  getGrantMaking,
  getGrantRequest,
  getSealGrant,
  listGrantRequest,
  listSealGrant,
  refuseGrantRequest,
  revokeSealGrant,
  sendGrantLetter,
  withdrawGrantRequest,
} satisfies Partial<Handlers<Table>>
