type LockedPackages = Record<
  string,
  { version?: string; integrity?: string; optional?: boolean; link?: boolean; name?: string } | undefined
>
export function isNewEnough(version: string): boolean
export function requireNode(packages?: LockedPackages): void
export function lockfilesAgree(wanted: LockedPackages, installed: LockedPackages): boolean
export function exitWithNpm(): void
export function run(script: string, args?: string[]): Promise<void>
