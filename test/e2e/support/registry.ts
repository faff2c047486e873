import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PACKAGE_NAME } from '../../n8n/package';
import { ROOT } from '../../n8n/paths';
import { listen } from '../../n8n/ports';
import { CERTIFICATE, KEY } from '../../support/selfSigned';

/** A stand-in for the npm registry. It has only our package. */
export type Registry = Awaited<ReturnType<typeof startRegistry>>;

const digest = (algorithm: string, content: Buffer, form: 'hex' | 'base64') =>
	createHash(algorithm).update(content).digest(form);

function answering(tarball: string, asked: string[]): RequestListener {
	const content = readFileSync(tarball);
	const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
		version: string;
	};
	const file = `/${PACKAGE_NAME}/-/${path.basename(tarball)}`;
	const about = (host: string): Record<string, unknown> => {
		const { version } = manifest;
		const dist = {
			tarball: `https://${host}${file}`,
			integrity: `sha512-${digest('sha512', content, 'base64')}`,
			shasum: digest('sha1', content, 'hex'),
		};
		const release = { ...manifest, dist };
		return {
			[`/${PACKAGE_NAME}`]: {
				name: PACKAGE_NAME,
				'dist-tags': { latest: version },
				versions: { [version]: release },
			},
			[`/${PACKAGE_NAME}/latest`]: release,
			[`/${PACKAGE_NAME}/${version}`]: release,
		};
	};
	return (request, response) => {
		const host = request.headers.host ?? '';
		const { pathname } = new URL(request.url ?? '/', `https://${host}`);
		asked.push(`${request.method ?? ''} ${pathname}`);
		const found = about(host)[pathname];
		if (pathname === file) {
			response.setHeader('content-type', 'application/octet-stream').end(content);
		} else {
			response.statusCode = found === undefined ? 404 : 200;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(found ?? { error: 'Not found' }));
		}
	};
}

/** npm asks through a proxy that answers by itself, so any registry address works. */
export async function startRegistry(tarball: string) {
	const folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
	const asked: string[] = [];
	const answer = answering(tarball, asked);
	const secure = createSecureServer({ key: KEY, cert: CERTIFICATE }, answer);
	const proxy = createServer(answer);
	const tunnels = new Set<Duplex>();
	proxy.on('connect', (_request, socket) => {
		tunnels.add(socket);
		socket.on('error', () => socket.destroy());
		socket.on('close', () => tunnels.delete(socket));
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		secure.emit('connection', socket);
	});
	const url = `http://127.0.0.1:${await listen(proxy)}`;
	return {
		/** Leads the npm of a process here, whatever this machine has set for npm. */
		env: {
			npm_config_proxy: url,
			npm_config_https_proxy: url,
			npm_config_noproxy: 'localhost',
			npm_config_strict_ssl: 'false',
			npm_config_cache: path.join(folder, 'cache'),
			npm_config_userconfig: path.join(folder, 'user.npmrc'),
			npm_config_globalconfig: path.join(folder, 'global.npmrc'),
			npm_config_update_notifier: 'false',
		},
		/** The requests, as method and path. */
		asked,
		stop: async () => {
			for (const tunnel of tunnels) tunnel.destroy();
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
