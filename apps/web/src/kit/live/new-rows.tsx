import { ArrowUp } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import './new-rows.css'

/** What has changed in a list since it was shown, and the press that shows it; nothing while nothing has. */
export function NewRows({ change, onTake }: { change: string; onTake: () => void }) {
  return (
    <span role="status" className="new-rows">
      {change && (
        <Button size="s" onClick={onTake}>
          <ArrowUp size={16} />
          {change}
        </Button>
      )}
    </span>
  )
}
