import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import type { Space } from '../../client/space-store.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'

/** The company's seals, templates and people, of which flows are made; each empty until it has come. */
export function useFlowNames(space: Space) {
  const companyId = space.companyId ?? ''
  const seals = useQuery({
    queryKey: ['seals', 'usable', space.tenantId],
    queryFn: ({ signal }) => call('userSeals', { companyId }, { signal }).then(({ sealInfoArray }) => sealInfoArray),
  })
  const templates = useQuery({
    queryKey: [...approvalKeys.flows, 'templates', space.tenantId],
    queryFn: ({ signal }) => call('listTemplates', { pageSize: 50 }, { signal }),
    // Templates are read with the right to launch.
    enabled: hasRight(space, 'launch'),
  })
  const approvers = useQuery({
    queryKey: [...approvalKeys.flows, 'approvers', space.tenantId],
    queryFn: ({ signal }) => call('listApprover', {}, { signal }),
  })
  const colleagues = useQuery({
    queryKey: [...approvalKeys.flows, 'colleagues', space.tenantId],
    queryFn: ({ signal }) => call('colleagueList', {}, { signal }),
  })
  return {
    seals: (seals.data ?? []).filter(({ sealType }) => sealType === 'company'),
    templates: templates.data?.templateArray ?? [],
    approvers: approvers.data?.approverArray ?? [],
    colleagues: colleagues.data?.colleagueArray ?? [],
  }
}

/** What `useFlowNames` gives. */
export type FlowNames = ReturnType<typeof useFlowNames>
