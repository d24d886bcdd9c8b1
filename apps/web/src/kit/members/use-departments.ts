import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { memberKeys } from './member-keys.ts'

/** The departments with their counts. */
export const useDepartments = () =>
  useQuery({
    queryKey: memberKeys.departments,
    queryFn: ({ signal }) => call('listDepartment', {}, { signal }),
  })
