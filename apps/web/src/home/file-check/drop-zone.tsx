import { FileSearch } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'

type DropZoneProps = { onFiles: (files: File[]) => void; compact?: boolean; children: ReactNode }

/** A field that takes PDFs dropped on it, chosen by press or by keyboard; several at once. */
export function DropZone({ onFiles, compact = false, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      className={['check-drop', compact && 'compact', over && 'over'].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        accept=".pdf,application/pdf"
        multiple
        className="sr"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it has been corrected.
          event.target.value = ''
        }}
      />
      <FileSearch size={compact ? 20 : 32} />
      {children}
    </label>
  )
}
