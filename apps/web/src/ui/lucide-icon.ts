import { createElement, type ComponentType, type SVGProps } from 'react'

/** A drawing of lucide-react: its elements with their attributes. */
type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type IconProps = Omit<SVGProps<SVGSVGElement>, 'strokeWidth'> & {
  /** px */
  size?: number | string
  color?: string
  strokeWidth?: number | string
}

const tellsReaders = (prop: string) => prop.startsWith('aria-') || prop === 'role' || prop === 'title'

/**
 * Makes an icon of lucide-react's drawings; stands in the place of its `createLucideIcon` (see icon-imports-plugin.ts),
 * which carries a kilobyte of ways to draw that nobody uses here. Readers are not told of an icon unless it has a name.
 */
export function createIcon({ node }: IconData): ComponentType<IconProps> {
  return function Icon({ size = 24, color = 'currentColor', strokeWidth = 2, className, ...rest }) {
    const frame = { width: size, height: size, viewBox: '0 0 24 24', fill: 'none' }
    const stroke = { stroke: color, strokeWidth, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
    const look = { className: className ? `lucide ${className}` : 'lucide' }
    const silent = Object.keys(rest).some(tellsReaders) ? {} : { 'aria-hidden': true }
    const drawing = node.map(([tag, attributes]) => createElement(tag, attributes))
    return createElement('svg', { ...frame, ...stroke, ...look, ...silent, ...rest }, ...drawing)
  }
}
