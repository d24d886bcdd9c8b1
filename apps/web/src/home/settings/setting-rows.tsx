import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { SettingAct, SettingRow } from './settings-facts.ts'

type SettingRowsProps = { title: string; rows: readonly SettingRow[]; onAct: (act: SettingAct) => void }

/** A card of such rows. */
export function SettingRows({ title, rows, onAct }: SettingRowsProps) {
  const heading = useId()
  return (
    <section className="card set-rows" aria-labelledby={heading}>
      <h2 id={heading} className="h2">
        {title}
      </h2>
      <dl>
        {rows.map(({ label, now, soon, word, act }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={soon ? 'soon' : undefined}>
              {soon && <TriangleAlert size={14} />}
              {now}
            </dd>
            <dd className="set-act">
              <button type="button" className="link" aria-label={`${word}：${label}`} onClick={() => onAct(act)}>
                {word}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
