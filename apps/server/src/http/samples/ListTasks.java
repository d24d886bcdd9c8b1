import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class ListTasks {
    public static void main(String[] args) throws Exception {
        String target = "/openapi/v1/listTasks", body = "{\"status\":\"all\"}";
        String appId = System.getenv("MOQI_APP_ID"), secret = System.getenv("MOQI_SECRET");
        String timestamp = String.valueOf(System.currentTimeMillis()), nonce = UUID.randomUUID().toString();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
        String hash = Base64.getEncoder().encodeToString(digest);
        String text = String.join("\n", "HMAC-SHA256", "POST", target, appId, timestamp, nonce, "", hash);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("MOQI_URL") + target))
            .headers("Content-Type", "application/json", "X-Moqi-App-Id", appId, "X-Moqi-Timestamp", timestamp,
                "X-Moqi-Nonce", nonce, "X-Moqi-Body-Hash", hash, "X-Moqi-Signature", signature)
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
