import { join } from 'node:path'
import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants'
import { apiVersion } from './lib/content/config'
import { fetchErrorTexts } from './lib/content/fetchErrorTexts'
import { fetchBuildPaths } from './lib/content/routablePathsQuery'
import { parseSiteEnvironment } from './lib/env'
import { notFoundRewritePath, studioPath } from './lib/pages'
import { securityHeaders } from './lib/securityHeaders'
import { addCompileHints } from './server/compileHints'

/** A configuration error is for a person to read, so it ends in a sentence and not in a stack trace. */
async function orExplain<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export default async function config(phase: string): Promise<NextConfig> {
  const env = await orExplain(() => parseSiteEnvironment(process.env))
  const development = phase === PHASE_DEVELOPMENT_SERVER
  // Vercel keeps pages in a cache of its own, and leaves ours out.
  const ownCache = !development && !process.env.VERCEL
  const pagesArePostProcessed = ownCache && env.PREPARE_PAGES !== 'off'
  const needsTexts = development || phase === PHASE_PRODUCTION_BUILD
  return {
    distDir: process.env.NEXT_DIST_DIR || '.next',
    // For the image of the site: https://nextjs.org/docs/app/api-reference/config/next-config-js/output
    ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
    env: needsTexts
      ? {
          ERROR_PAGE_TEXTS: await orExplain(() => fetchErrorTexts(env, apiVersion)),
          BUILD_ROUTABLE_PATHS: await orExplain(() => fetchBuildPaths(env, apiVersion)),
        }
      : undefined,
    compiler: { runAfterProductionCompile: addCompileHints },
    cacheComponents: true,
    ...(ownCache && { cacheHandler: join(import.meta.dirname, 'server/pageCache.ts') }),
    // Instances at Vercel have memory caches of their own, which a webhook that another instance gets does not expire.
    ...(process.env.VERCEL && { cacheMaxMemorySize: 0 }),
    partialPrefetching: true,
    // Nobody: Next makes a page anew for the programs of its list, past the cache and its policy. Pages are whole anyway.
    htmlLimitedBots: /(?!)/,
    agentRules: false,
    poweredByHeader: false,
    // For a site without a proxy or CDN in front, which would compress once: half the throughput, a fifth of the bytes.
    compress: true,
    experimental: { globalNotFound: true },
    // components/social/drawSocialImage.tsx loads these by itself, so a host that copies only what was traced must be told.
    outputFileTracingIncludes: {
      '/social/**': [
        './node_modules/next/og.js',
        './node_modules/next/dist/server/og/*.js',
        './node_modules/next/dist/compiled/@vercel/og/**/*',
        './app/fonts/besley-450.ttf',
      ],
    },
    images: {
      // The lake transforms pictures (lib/content/image.ts), so that the site itself does it for nobody.
      loader: 'custom',
      deviceSizes: [390, 640, 828, 1080, 1440, 1920, 2400],
      imageSizes: [96, 192, 320],
    },
    rewrites: async () => ({
      // Next shows the proxy `/services.rsc` as `/services`, and renders it as a landing page. Vercel has such files.
      beforeFiles: process.env.VERCEL
        ? []
        : [{ source: '/:path(.*\\.rsc)', destination: notFoundRewritePath }],
      // The Studio is one page, which looks at the rest of its path by itself: one cache entry for all of them.
      afterFiles: [{ source: `${studioPath}/:rest+`, destination: studioPath }],
    }),
    headers: async () => securityHeaders(env, { development, pagesArePostProcessed }),
  }
}
