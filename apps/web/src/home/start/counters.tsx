import { countText } from '@moqi/domain/labels/count-text'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { contractKeys } from '../../kit/contract/contract-keys.ts'

const counted = ['iSign', 'otherSign', 'finish'] as const

/** Three figures, each leading to its list (checklist H18, H19). */
export function Counters() {
  const { data, isPending } = useQuery({
    queryKey: contractKeys.counters,
    queryFn: ({ signal }) => call('getStatusTotal', {}, { signal }),
  })
  return (
    <ul className="card counters" aria-busy={isPending}>
      {counted.map((status) => {
        const total = data?.[status]
        return (
          <li key={status}>
            <Link to={`/space/contract-list?status=${status}`}>
              <b className={status === 'iSign' && total ? 'hot' : ''}>{total === undefined ? '—' : countText(total)}</b>
              <span>{rowStatusLabels[status]}</span>
              <ChevronRight size={20} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
