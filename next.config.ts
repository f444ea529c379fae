import { join } from 'node:path'
import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants'
import { fetchBuildContent } from './lib/content/reading/buildContent'
import { parseSiteEnvironment } from './lib/env'
import { notFoundRewritePath, studioPath } from './lib/pages'
import { createSecurityHeaders } from './lib/securityHeaders'
import { addCompileHints } from './server/compileHints'

/** Runs a step of the configuration. If it throws, prints the error's message without a stack trace, and exits. */
async function runOrExit<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export default async function config(phase: string): Promise<NextConfig> {
  const env = await runOrExit(() => parseSiteEnvironment(process.env))
  const isDevelopment = phase === PHASE_DEVELOPMENT_SERVER
  // Vercel stores pages in its own cache, without server/pageCache.ts.
  const usesOwnPageCache = !isDevelopment && !process.env.VERCEL
  const pagesArePostProcessed = usesOwnPageCache && env.POSTPROCESS_PAGES !== 'off'
  const inlinesContent = isDevelopment || phase === PHASE_PRODUCTION_BUILD
  return {
    distDir: process.env.NEXT_DIST_DIR || '.next',
    // For the container image of the site: https://nextjs.org/docs/app/api-reference/config/next-config-js/output
    ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
    env: inlinesContent ? await runOrExit(fetchBuildContent) : undefined,
    compiler: { runAfterProductionCompile: addCompileHints },
    cacheComponents: true,
    ...(usesOwnPageCache && { cacheHandler: join(import.meta.dirname, 'server/pageCache.ts') }),
    // Each instance on Vercel has its own memory cache, which a webhook to a different instance does not expire.
    ...(process.env.VERCEL && { cacheMaxMemorySize: 0 }),
    partialPrefetching: true,
    // Matches no bot. For a matching bot, Next would render each request, bypassing cached pages and their CSP.
    htmlLimitedBots: /(?!)/,
    agentRules: false,
    poweredByHeader: false,
    // For sites without a proxy or CDN that compresses responses. Compressing here halves the server's throughput.
    compress: true,
    experimental: {
      globalNotFound: true,
      // Pages are cached whole, so navigations need no static shell. By default, the dev server reports missing shells.
      instantInsights: { validationLevel: 'manual-warning' },
      // With this cache, pages reload in a loop if a client component changed while the server was stopped.
      turbopackFileSystemCacheForDev: false,
    },
    // components/social/socialImage.tsx loads these files at run time, so Next cannot trace them.
    outputFileTracingIncludes: {
      '/social/**': [
        './node_modules/next/og.js',
        './node_modules/next/dist/server/og/*.js',
        './node_modules/next/dist/compiled/@vercel/og/**/*',
        './app/fonts/besley-450.ttf',
      ],
    },
    images: {
      // The Content Lake transforms pictures (lib/content/media/image.ts), so Next's own optimizer is disabled.
      loader: 'custom',
      deviceSizes: [390, 640, 828, 1080, 1440, 1920, 2400],
      imageSizes: [96, 192, 320],
    },
    rewrites: async () => ({
      // Next removes `.rsc` from a path for proxy.ts only, so `app/(site)/[slug]` would render `/services.rsc`. Vercel
      // has files at such paths.
      beforeFiles: process.env.VERCEL
        ? []
        : [{ source: '/:path(.*\\.rsc)', destination: notFoundRewritePath }],
      // The Studio is one page with client-side routing, so all of its paths share one cache entry.
      afterFiles: [{ source: `${studioPath}/:rest+`, destination: studioPath }],
    }),
    headers: async () => createSecurityHeaders(env, { isDevelopment, pagesArePostProcessed }),
  }
}
