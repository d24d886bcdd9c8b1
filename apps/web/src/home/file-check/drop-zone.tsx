import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'

type DropZoneProps = { onFiles: (files: File[]) => void; compact?: boolean; children: ReactNode }

/** Takes PDF and OFD files to be checked, several at once. */
export function DropZone({ onFiles, compact = false, children }: DropZoneProps) {
  return (
    <FileDrop
      accept=".pdf,.ofd,application/pdf,application/ofd"
      multiple
      className={compact ? 'check-drop compact' : 'check-drop'}
      onFiles={onFiles}
    >
      <FileSearch size={compact ? 20 : 32} />
      {children}
    </FileDrop>
  )
}
