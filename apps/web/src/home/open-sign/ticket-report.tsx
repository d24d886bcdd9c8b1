import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryClient } from '../../client/query-client.ts'
import { ReportSheet } from '../../kit/operations/report-sheet.tsx'

/** The report of a contract before the application is there. */
export function TicketReport(props: ComponentProps<typeof ReportSheet>) {
  return (
    <QueryClientProvider client={queryClient}>
      <ReportSheet {...props} />
    </QueryClientProvider>
  )
}
