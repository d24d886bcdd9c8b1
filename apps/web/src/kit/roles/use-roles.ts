import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The roles with their rights: 管理员 and 经办人, the preset ones, the company's own. Kept among what is of members. */
export const useRoles = () =>
  useQuery({
    queryKey: ['members', 'roles'],
    queryFn: ({ signal }) => call('listRole', {}, { signal }).then(({ roleArray }) => roleArray),
  })
