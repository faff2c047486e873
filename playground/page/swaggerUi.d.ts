/** Swagger UI brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle' {
	interface Ui {
		preauthorizeApiKey: (scheme: string, key: string) => void;
	}
	export default function SwaggerUI(options: Record<string, unknown>): Ui;
}
