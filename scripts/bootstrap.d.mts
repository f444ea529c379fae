type Locked = Record<
  string,
  { version?: string; integrity?: string; optional?: boolean; link?: boolean; name?: string } | undefined
>
export function isNewEnough(version: string): boolean
export function requireNode(packages?: Locked): void
export function lockfilesAgree(wanted: Locked, installed: Locked): boolean
export function endWithNpm(): void
export function run(script: string, args?: string[]): Promise<void>
